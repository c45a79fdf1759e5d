import { type IndexPlace } from '../../../domain/name-index.port.js';
import { type PageKey } from '../../../domain/pagination.js';
import { Refusal } from '../../../domain/errors.js';

/** Where a search over a chain goes on. What it carries of the first page keeps the way of reading the same for all. */
export interface ChainPlace {
  /** The moment of the index that all pages read; 0: none was read. */
  readonly asOf: number;
  /** The lineages of the first page. */
  readonly lineages: readonly number[];
  /** In a lineage, or in the catalog; null there: at its beginning. */
  readonly at: { readonly lineage: number; readonly after: IndexPlace } | { readonly catalog: PageKey | null };
}

export function keyOfChainPlace({ asOf, lineages, at }: ChainPlace): PageKey {
  const head = [asOf, lineages.join()];
  if ('catalog' in at) return [...head, 0, ...(at.catalog ?? [])];
  return [...head, at.lineage, at.after.block, at.after.line];
}

export function chainPlaceOfKey(key: PageKey): ChainPlace {
  const [asOf, ids, lineage, block, line] = key;
  if (typeof asOf !== 'number' || typeof ids !== 'string' || typeof lineage !== 'number') throw brokenKey();
  const lineages = ids === '' ? [] : ids.split(',').map(Number);
  if (lineage === 0) return { asOf, lineages, at: { catalog: key.length > 3 ? key.slice(3) : null } };
  if (typeof block !== 'number' || typeof line !== 'number') throw brokenKey();
  return { asOf, lineages, at: { lineage, after: { block, line } } };
}

function brokenKey(): Refusal {
  return new Refusal('cursor_mismatch', 'The cursor does not belong to this list. Start again without a cursor.');
}

/** What a cursor was reading is gone. */
export function cursorExpired(): Refusal {
  const detail = 'The data of this cursor is no longer stored. Start again without a cursor.';
  return new Refusal('cursor_expired', detail, { errors: [{ field: 'cursor', code: 'cursor_expired', detail }] });
}
