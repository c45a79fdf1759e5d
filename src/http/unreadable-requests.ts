import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type Duplex } from 'node:stream';
import { Refusal } from '../domain/errors.js';
import { problemMediaType, problemOf } from './problem.js';

/** Of the request line and all headers together. */
export const headLimitBytes = 64 * 1024;

/** The answers that Node.js gives by itself; the rest is 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Answers what is no HTTP request that could be routed. Only a head that is too long gets a problem document: a caller can mend that. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { _httpMessage: answer } = socket as { _httpMessage?: { readonly headersSent: boolean } | null };
  // Within an answer that has begun, a second one would be taken for a part of it.
  if (!socket.writable || error.code === 'ECONNRESET' || answer?.headersSent === true) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ''] ?? 400;
  const body = status === 431 ? tooLongHead() : '';
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    ...(body === '' ? [] : [`Content-Type: ${problemMediaType}`, `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** The address is unknown: Node.js stops reading before it has all of it. */
function tooLongHead(): string {
  const detail = `The address and the headers of a request may have at most ${headLimitBytes} bytes together.`;
  return JSON.stringify(problemOf(new Refusal('head_too_large', detail), '/', randomBytes(8).toString('hex')));
}
