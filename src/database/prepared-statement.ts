import { type Pool, type QueryResultRow } from 'pg';
import { type DataSource } from 'typeorm';

/** A statement that each connection parses and plans once. The name stands for this text alone, in the whole program. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * The rows of a statement that runs at every request. It bypasses TypeORM, which parses and plans each statement again: of a
 * look by a unique key that is most of the work. Throws what the driver throws.
 */
export async function queryPrepared<Row extends QueryResultRow>(
  dataSource: DataSource,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  return (await poolOf(dataSource).query<Row>({ ...statement, values: [...values] })).rows;
}

/** Each row an array of its columns. Without a name the statement is planned again for its values. */
export async function queryArrays<Row extends readonly unknown[]>(
  dataSource: DataSource,
  statement: PreparedStatement | { readonly text: string },
  values: readonly unknown[],
): Promise<Row[]> {
  const query = { ...statement, values: [...values], rowMode: 'array' as const };
  return (await poolOf(dataSource).query<Row & unknown[]>(query)).rows;
}

function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { readonly master: Pool }).master;
}
