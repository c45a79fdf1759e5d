import { type Pool, type QueryResultRow } from 'pg';
import { type DataSource } from 'typeorm';

/** A statement that each connection parses and plans once. The name stands for this text alone, in the whole program. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * The rows of a statement that is asked at every request. Past TypeORM, which has each statement parsed and planned anew: of a
 * look by a unique key that is most of the work. Throws what the driver throws.
 */
export async function rowsOfPrepared<Row extends QueryResultRow>(
  dataSource: DataSource,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { master: pool } = dataSource.driver as unknown as { readonly master: Pool };
  return (await pool.query<Row>({ ...statement, values: [...values] })).rows;
}
