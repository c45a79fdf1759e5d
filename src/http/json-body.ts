import { isUtf8 } from 'node:buffer';
import { json, type Response } from 'express';
import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { type Duplex } from 'node:stream';
import { type FieldError, invalidFields, AppError } from '../domain/error-codes.js';
import { patchTypes } from './api-methods.js';
import { type ConsoleRequest } from './request-context.js';
import { problemMediaType, problemOf } from './problem.js';

/** Of the request line and all headers together. */
export const headLimitBytes = 64 * 1024;

/** The statuses that Node.js sends itself; the rest is 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Answers input that is no HTTP request. Only a head that is too long gets a problem document, because a caller can correct that. */
export function sendUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { _httpMessage: answer } = socket as { _httpMessage?: { readonly headersSent: boolean } | null };
  // Inside a response that has started, a second one would be read as part of it.
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
  return JSON.stringify(problemOf(new AppError('head_too_large', detail), '/', randomBytes(8).toString('hex')));
}

/** No body of ours has more than a few levels; what checks them would run out of stack on thousands. */
const deepestBody = 32;
/** Far more than the largest valid body has. Checking each of a hundred thousand fields would take long. */
const mostFields = 100;

/**
 * Reads the body into `request.body`, undefined without one. Errors unsupported_media_type, body_too_large, malformed_json, and
 * validation_failed for a body that is too deep or repeats a field: parsers disagree about which of the two counts.
 */
export async function readJsonBody(request: ConsoleRequest, response: Response, limit: number): Promise<void> {
  request.body = undefined;
  if (!hasBody(request)) return;
  const types = request.method === 'PATCH' ? [...patchTypes] : ['application/json'];
  if (typeof request.is(types) !== 'string' || !saysUtf8(request.get('content-type') ?? '')) {
    const allowed = types.join(' or ');
    throw new AppError('unsupported_media_type', `The body must be sent as Content-Type: ${allowed}, in UTF-8.`);
  }
  if (Number(request.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const raw = await parse(request, response, limit);
  // The parser would replace invalid UTF-8 by U+FFFD, and a wrong name would be stored.
  if (!isUtf8(raw)) throw new AppError('malformed_json', 'The body is not valid UTF-8.');
  if (hasTooManyFields(request.body)) {
    throw new AppError('validation_failed', `The body has more than ${mostFields} fields in one object.`);
  }
  const repeated = repeatedFields(raw.toString('utf8'), request.body);
  if (repeated.length > 0) throw invalidFields(repeated);
}

function hasBody(request: ConsoleRequest): boolean {
  const length = request.get('content-length');
  return request.get('transfer-encoding') !== undefined || (length !== undefined && length !== '0');
}

/** The parser would take UTF-7 and UTF-16 as well. */
function saysUtf8(contentType: string): boolean {
  const [, charset] = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType) ?? [];
  return charset === undefined || charset.toLowerCase() === 'utf-8';
}

async function parse(request: ConsoleRequest, response: Response, limit: number): Promise<Buffer> {
  let raw: Buffer = Buffer.alloc(0);
  const keep = (_request: unknown, _response: unknown, bytes: Buffer): void => {
    raw = bytes;
    if (isDeeperThan(bytes, deepestBody)) throw new Error('too deep');
  };
  const parser = json({ type: () => true, limit, strict: false, inflate: false, verify: keep });
  await new Promise<void>((resolve, reject) => {
    // The parser reports a too large body only after reading all of it.
    let received = 0;
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > limit) reject(tooLarge(limit));
    });
    parser(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(errorOfParser(error, limit));
    });
  });
  return raw;
}

function tooLarge(limit: number): AppError {
  return new AppError('body_too_large', `The body is larger than ${limit} bytes.`);
}

function errorOfParser(error: unknown, limit: number): Error {
  const { type } = error as { type?: string };
  switch (type) {
    case 'entity.too.large':
      return tooLarge(limit);
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError('unsupported_media_type', 'The body must be UTF-8 and not compressed.');
    case 'entity.verify.failed':
      return new AppError('validation_failed', `The body is nested more than ${deepestBody} levels deep.`);
    case 'request.aborted':
    case 'request.size.invalid':
    case 'entity.parse.failed':
      return new AppError('malformed_json', 'The body is not valid JSON.');
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Read from the bytes: to parse half a million brackets takes a tenth of a second, also where they are never closed. */
function isDeeperThan(json: Buffer, levels: number): boolean {
  let [depth, isText] = [0, false];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (opening.has(byte)) {
      depth += 1;
      if (depth > levels) return true;
    } else if (closing.has(byte)) depth -= 1;
  }
  return false;
}

function hasTooManyFields(body: unknown): boolean {
  for (let level = [body].filter(isContainer); level.length > 0;) {
    if (level.some((container) => !Array.isArray(container) && Object.keys(container).length > mostFields)) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** In JSON a quote occurs only at a text's ends or after a backslash; a text with a colon after it is a field's name. */
const texts = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g;

/** Names that occur more often in the text than in the parsed value: the parser keeps the last of each. */
function repeatedFields(text: string, body: unknown): FieldError[] {
  const left = new Map<string, number>();
  const count = (name: string, step: number) => left.set(name, (left.get(name) ?? 0) + step);
  for (const [, word, colon] of text.matchAll(texts)) {
    if (word !== undefined && colon !== undefined) count(JSON.parse(word) as string, 1);
  }
  for (let level = [body].filter(isContainer); level.length > 0;) {
    for (const container of level)
      if (!Array.isArray(container)) for (const name of Object.keys(container)) count(name, -1);
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  const names = [...left].filter(([, times]) => times > 0).map(([name]) => name);
  return names.map((field) => ({ field, code: 'repeated', detail: `${field} may be given only once` }));
}
