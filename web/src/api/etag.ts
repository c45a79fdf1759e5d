import { type Outcome } from './request';

/** An answer with the mark of its state, which guards a change against what others do meanwhile. */
export interface Tagged<Data> {
  readonly value: Data;
  readonly etag: string;
}

export async function tagged<Data>(call: Promise<Outcome<Data>>): Promise<Outcome<Tagged<Data>>> {
  const { data, error, response } = await call;
  if (data === undefined) return { error, response };
  return { data: { value: data, etag: response.headers.get('etag') ?? '' }, response };
}

/** The header of a change that is refused where somebody was quicker. */
export function ifMatch(etag: string): { readonly 'If-Match'?: string } {
  return etag === '' ? {} : { 'If-Match': etag };
}
