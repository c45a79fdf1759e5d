import { type NamePattern } from '../../domain/name-pattern.js';
import { type CatalogConnection } from '../connection.js';
import { type CatalogDialect } from '../dialect.js';
import { rawText } from '../entry-rows.js';
import { nameMatchOf, type NameMatch } from './name-match.js';
import { type SqlValues } from '../rows.js';

/** So many keys are worth being taken into the statement; a pattern that more names match is met often enough on the way. */
const keysLimit = 5_000;

/** Which file records a search looks for, as a condition on records `f`. */
export type NameCondition = (sql: SqlValues) => string;

/**
 * Where the catalog keeps names in a table of their own, the matching ones are looked up there first, once: file records
 * are then compared by number. If too many match, each record's name is looked up as it comes.
 */
export async function nameConditionOf(catalog: CatalogConnection, pattern: NamePattern): Promise<NameCondition> {
  const dialect = await catalog.dialect();
  const match = nameMatchOf(pattern);
  const { operator } = match;
  const keys = dialect.names.areApart ? await findKeys(catalog, match) : undefined;
  return (sql) => {
    // As a sub-select it is converted once, not for each name.
    const operand = `(SELECT ${rawText(`${sql.add(match.operand)}::bytea`)})`;
    // "IS TRUE" keeps PostgreSQL from making a join of it, which would lose the order of the index.
    const isHit =
      keys === undefined
        ? `${dialect.names.nameOf('f.namekey')} ${operator} ${operand}`
        : `(f.namekey IN (SELECT unnest(${sql.add(keys)}::integer[]))) IS TRUE`;
    return nameCondition(dialect, isHit, operator, operand);
  };
}

/** A folder's record has no name of its own; its name is the last word of its path, which is looked up for such records only. */
function nameCondition({ names }: CatalogDialect, isHit: string, operator: string, operand: string): string {
  return `CASE WHEN f.namekey <> ${names.folder} THEN ${isHit}
    ELSE (SELECT ${lastWord('p.path')} ${operator} ${operand} FROM path p WHERE p.pathid = f.pathid) END`;
}

/** What a folder is called, of its path in SQL. */
export function lastWord(path: string): string {
  return `reverse(split_part(reverse(${path}), '/', 2))`;
}

async function findKeys(
  catalog: CatalogConnection,
  { operator, operand }: NameMatch,
): Promise<readonly number[] | undefined> {
  const rows = await catalog.rows<{ key: number }>(
    `SELECT filenameid AS key FROM filename WHERE name ${operator} (SELECT ${rawText('$1::bytea')}) LIMIT $2`,
    [operand, keysLimit + 1],
  );
  return rows.length > keysLimit ? undefined : rows.map((row) => row.key);
}
