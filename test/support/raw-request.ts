import { request } from 'node:http';

/** A request as its bytes: nothing tidied, nothing added but the length of the body. */
export interface RawRequest {
  readonly method: string;
  /** With query, percent-encoded as it is sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

export interface RawAnswer {
  readonly status: number;
  /** Content-Type. */
  readonly type: string;
  readonly text: string;
}

/** No answer of ours takes longer, a wait of a minute for a run's end apart. */
export const longestAnswerMs = 75_000;

/** Sends it exactly as it is; fetch would tidy the path. A stream is left once it began. */
export function sendRaw(url: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const length = body === null ? {} : { 'Content-Length': String(body.length) };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      const seen = { status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '' };
      if (seen.type.startsWith('text/event-stream')) {
        sent.destroy();
        resolve({ ...seen, text: '' });
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => resolve({ ...seen, text: Buffer.concat(chunks).toString() }));
    });
    sent.setTimeout(longestAnswerMs, () => sent.destroy(new Error(`no answer within ${longestAnswerMs} ms`)));
    sent.once('error', reject);
    sent.end(body ?? undefined);
  });
}
