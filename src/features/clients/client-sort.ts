import { type PageKey } from '../../domain/pagination.js';
import { type ClientProtection, gravityOf } from '../../domain/protection.js';

export const clientSorts = ['name', 'protection', 'lastSuccess'] as const;
export type ClientSort = (typeof clientSorts)[number];

interface SortedClient {
  readonly name: string;
  readonly director: string;
  readonly protection: ClientProtection;
  /** End of the last good backup; null: there never was one. */
  readonly lastSuccessAt: Date | null;
}

/** The position of a client in a list in this order; clients that are equal in it go by name. */
export function keyOfClient(sort: ClientSort, client: SortedClient): PageKey {
  const { name, director, protection, lastSuccessAt } = client;
  if (sort === 'protection') return [-gravityOf(protection), name, director];
  // Null comes first: never is longest ago.
  if (sort === 'lastSuccess') return [lastSuccessAt?.getTime() ?? null, name, director];
  return [name, director];
}
