import { type IncomingHttpHeaders, request } from 'node:http';

export interface RawRequest {
  readonly method: string;
  /** The request target, sent exactly as it is; fetch would tidy it. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bytes that the head announces; those beyond `body` are never sent. */
  readonly announcedBytes?: number;
}

export interface RawAnswer {
  readonly status: number;
  /** The problem's code; null where the answer is no problem document. */
  readonly code: string | null;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const limitMs = 5_000;

/** One request and its whole answer; a stream is left once it has begun. Fails where no answer comes in time. */
export function sendRaw(url: string, wish: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const { method, path, body, announcedBytes } = wish;
  const length = announcedBytes ?? (body === undefined ? undefined : Buffer.byteLength(body));
  const headers = { ...wish.headers, ...(length === undefined ? {} : { 'content-length': String(length) }) };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const head = { status: response.statusCode ?? 0, headers: response.headers };
      const chunks: Buffer[] = [];
      const finish = (): void => {
        const text = Buffer.concat(chunks).toString();
        resolve({ ...head, text, code: codeOf(head.headers, text) });
        sent.destroy();
      };
      if (response.headers['content-type']?.startsWith('text/event-stream') === true) finish();
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', finish);
    });
    sent.setTimeout(limitMs, () => sent.destroy(new Error(`${method} ${path}: no answer within ${limitMs} ms.`)));
    sent.once('error', reject);
    if (announcedBytes === undefined) sent.end(body);
    else sent.write(body ?? '');
  });
}

function codeOf(headers: IncomingHttpHeaders, text: string): string | null {
  if (headers['content-type']?.startsWith('application/problem+json') !== true || text === '') return null;
  return (JSON.parse(text) as { code: string }).code;
}
