import { type DataSource } from 'typeorm';

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows of the record of runs a statement looks at. */
export async function rowsRead(
  database: DataSource,
  { text, values }: { readonly text: string; readonly values: readonly unknown[] },
): Promise<number> {
  const [row]: { 'QUERY PLAN': [{ Plan: PlanNode }] }[] = await database.query(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
    [...values],
  );
  return rowsOf(row!['QUERY PLAN'][0].Plan);
}

function rowsOf(node: PlanNode): number {
  const own =
    node['Relation Name'] === 'run'
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0;
  return own + (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
}
