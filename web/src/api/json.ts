import { type Outcome } from './request';

/** The answer of a route that has CSV too, asked for as JSON. */
export async function json<Data>(call: Promise<Outcome<Data>>): Promise<Outcome<Exclude<Data, string>>> {
  const { data, ...rest } = await call;
  return data === undefined || typeof data === 'string' ? rest : { ...rest, data: data as Exclude<Data, string> };
}
