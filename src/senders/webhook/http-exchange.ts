import { type ClientRequest, type IncomingMessage, request as requestPlain, type RequestOptions } from 'node:http';
import { request as requestSecure } from 'node:https';

export interface Exchange {
  readonly isEncrypted: boolean;
  readonly options: RequestOptions;
  readonly body: Buffer;
  /** For the answer's body once its status is there. */
  readonly bodyLimitMs: number;
  /** Ends it, whatever it waits for. */
  readonly signal: AbortSignal;
}

export interface Reply {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The first bytes of its body. */
  readonly beginning: Buffer;
  /** The body went on, or did not come to its end. */
  readonly isCut: boolean;
}

const mostAnswerBytes = 4096;

/** More than an agent keeps for one host: the last try has a connection of its own. */
const mostTries = 4;

/** Sends one request and reads the beginning of its answer. Rejects where no status came. */
export async function exchange(wish: Exchange): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once(wish);
    } catch (error) {
      // A kept connection may be closed by the other side just when it is used again: that says nothing about this request.
      if (!(error instanceof StaleConnection) || wish.signal.aborted || tries === mostTries) throw error;
    }
  }
}

class StaleConnection extends Error {
  readonly code = 'ECONNRESET';
}

function once({ isEncrypted, options, body, bodyLimitMs, signal }: Exchange): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = (isEncrypted ? requestSecure : requestPlain)({ ...options, signal });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isStale ? new StaleConnection() : error);
    });
    // A protocol switch that nobody asked for ends without an error.
    request.on('close', () => reject(new Error('closed without an answer')));
    request.on('response', (response) => {
      resolve(readReply(request, response, bodyLimitMs));
    });
    request.end(body);
  });
}

function readReply(request: ClientRequest, response: IncomingMessage, bodyLimitMs: number): Promise<Reply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (isCut: boolean): void => {
      clearTimeout(timer);
      // What is left unread would keep the connection busy for ever.
      if (isCut) request.destroy();
      const beginning = Buffer.concat(chunks).subarray(0, mostAnswerBytes);
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], beginning, isCut });
    };
    const timer = setTimeout(() => finish(true), bodyLimitMs);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostAnswerBytes) finish(true);
    });
    response.on('end', () => finish(false));
    response.on('error', () => finish(true));
    response.on('close', () => finish(!response.complete));
  });
}
