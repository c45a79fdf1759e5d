import { type IncomingHttpHeaders, request } from 'node:http';

/** A request as its bytes: nothing tidied, nothing added but the length of the body. */
export interface RawRequest {
  readonly method: string;
  /** The request target with its query, percent-encoded, sent exactly as it is; fetch would tidy it. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | null;
  /** Bytes that the head announces; those beyond `body` are never sent. */
  readonly announcedBytes?: number;
}

export interface RawAnswer {
  readonly status: number;
  /** Content-Type. */
  readonly type: string;
  /** The problem's code; null where the answer is no problem document. */
  readonly code: string | null;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** No answer of ours takes longer, a wait of a minute for a run's end apart. */
export const longestAnswerMs = 75_000;

/** One request and its whole answer; a stream is left once it has begun. Fails where no answer comes in time. */
export function sendRaw(url: string, wish: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const { method, path, body = null, announcedBytes } = wish;
  const length = announcedBytes ?? (body === null ? undefined : Buffer.byteLength(body));
  const headers = { ...wish.headers, ...(length === undefined ? {} : { 'Content-Length': String(length) }) };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      const type = response.headers['content-type'] ?? '';
      const head = { status: response.statusCode ?? 0, type, headers: response.headers };
      const chunks: Buffer[] = [];
      const finish = (): void => {
        const text = Buffer.concat(chunks).toString();
        resolve({ ...head, text, code: codeOf(type, text) });
        sent.destroy();
      };
      if (type.startsWith('text/event-stream')) finish();
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', finish);
    });
    const tooLate = `${method} ${path.slice(0, 100)}: no answer within ${longestAnswerMs} ms.`;
    sent.setTimeout(longestAnswerMs, () => sent.destroy(new Error(tooLate)));
    sent.once('error', reject);
    if (announcedBytes === undefined) sent.end(body ?? undefined);
    else sent.write(body ?? '');
  });
}

function codeOf(type: string, text: string): string | null {
  if (!type.startsWith('application/problem+json') || text === '') return null;
  return (JSON.parse(text) as { code: string }).code;
}
