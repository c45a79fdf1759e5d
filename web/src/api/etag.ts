import { type Outcome } from './request';

/** An answer with the ETag that a change of it is guarded by. */
export interface Tagged<Data> {
  readonly value: Data;
  readonly etag: string | null;
}

/** Keeps the ETag of an answer beside what it says. */
export async function tagged<Data>(call: Promise<Outcome<Data>>): Promise<Outcome<Tagged<Data>>> {
  const { data, response, ...rest } = await call;
  if (data === undefined) return { ...rest, response };
  return { ...rest, response, data: { value: data, etag: response.headers.get('etag') } };
}

/** The header that guards a change; none where there was no ETag. */
export function ifMatch(etag: string | null): { readonly 'If-Match'?: string } {
  return etag === null ? {} : { 'If-Match': etag };
}
