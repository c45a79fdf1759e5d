import { type PageKey, type PageRequest, type Slice, sliceOf, type Total, totalOf } from '../../domain/pagination.js';

/** A row of a list that is ordered by a name, then by Director. */
export interface NamedRow {
  readonly name: string;
  readonly director: string;
}

/** Where one Director's rows are read from. */
export interface NamesFrom {
  readonly director: string;
  /** null: from the first. */
  readonly name: string | null;
  /** Whether the row of that name itself is wanted. */
  readonly isIncluded: boolean;
  readonly limit: number;
}

/** One page over the Directors, each read separately. */
export async function pageOfNames<Row extends NamedRow>(
  directors: readonly string[],
  page: PageRequest,
  read: (from: NamesFrom) => Promise<readonly Row[]>,
): Promise<Slice<Row>> {
  const [name = null, last = ''] = (page.after ?? []) as [string?, string?];
  const reads = directors.map((director) =>
    read({ director, name, isIncluded: name !== null && director > last, limit: page.limit + 1 }),
  );
  const rows = (await Promise.all(reads)).flat().sort(byName);
  return sliceOf(rows, page.limit, keyOf);
}

/** Adds up what each Director has of rows. */
export function totalOfAll(counts: readonly number[]): Total {
  return totalOf(counts.reduce((sum, count) => sum + count, 0));
}

function keyOf({ name, director }: NamedRow): PageKey {
  return [name, director];
}

/** In PostgreSQL's byte order, which for any text is the order of its code points. */
function byName(a: NamedRow, b: NamedRow): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)) || (a.director < b.director ? -1 : 1);
}

/** Where names are found that ran on some day. */
const tables = { client: 'run_client_day', job: 'run_client_day', pool: 'run_pool_day' } as const;

/** The distinct names after `$2`, each found by one step in the index, for any length of its history. */
export function listNames(column: keyof typeof tables, isIncluded: boolean): string {
  const next = (from: string): string => `SELECT ${column} AS name FROM ${tables[column]} n
    WHERE n.director = $1 AND n.${column} ${from} AND n.${column} <> '' ORDER BY n.${column} LIMIT 1`;
  return `RECURSIVE walked AS (
    (${next(isIncluded ? '>= $2' : '> $2')})
    UNION ALL SELECT (${next('> walked.name')}) FROM walked WHERE walked.name IS NOT NULL
  )`;
}

/** SQL that reads rows of names: `tables` precedes the SELECT, `from` and `order` are in it; each name is `names.name`. */
interface NamesQuery {
  readonly tables: string;
  readonly from: string;
  readonly order: string;
}

/** The names after `$2` that are given in the list `given`, such as `$8`, or where none is given all that ran. */
export function namesQueryOf(column: keyof typeof tables, isIncluded: boolean, given: string | null): NamesQuery {
  // Walked names come in their order.
  if (given === null) {
    return { tables: `WITH ${listNames(column, isIncluded)}`, from: 'walked names', order: '' };
  }
  const from = `(SELECT DISTINCT name COLLATE "C" AS name FROM unnest(${given}::text[]) given(name)
    WHERE name COLLATE "C" ${isIncluded ? '>=' : '>'} $2) names`;
  return { tables: '', from, order: 'ORDER BY names.name' };
}
