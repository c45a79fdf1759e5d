import { type ClientBase, type Pool } from 'pg';
import { keepRuleNames, type KeepRules } from '../../../domain/keep-rules.js';

type StoredRow = KeepRules & { readonly pool: string };

const columns = keepRuleNames.join(', ');

/**
 * The catalog stores the keep rules of each pool, as it stores its retention: the runs of a pool that is no longer in director.yaml
 * are kept as before. null: the pool has none.
 */
export async function storeKeepRules(catalog: ClientBase, poolName: string, rules: KeepRules | null): Promise<void> {
  if (rules === null) {
    await catalog.query('DELETE FROM backup_console_pool_keep WHERE pool = $1', [poolName]);
    return;
  }
  await catalog.query(
    `INSERT INTO backup_console_pool_keep (pool, ${columns}) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (pool) DO UPDATE SET (${columns}) = ROW (${keepRuleNames.map((name) => `excluded.${name}`).join(', ')})`,
    [poolName, ...keepRuleNames.map((name) => rules[name])],
  );
}

/** By the name of the pool. */
export async function readKeepRules(catalog: ClientBase | Pool): Promise<ReadonlyMap<string, KeepRules>> {
  const { rows } = await catalog.query<StoredRow>(`SELECT pool, ${columns} FROM backup_console_pool_keep`);
  return new Map(rows.map(({ pool, ...rules }) => [pool, rules]));
}
