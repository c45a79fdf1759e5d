import { type MigrationInterface, type QueryRunner } from 'typeorm';

/** What the sums of a job and of a client are made of, so that they are read from the index and not row by row from everywhere. */
const covered = {
  job: ['type', 'status', 'runs', 'files', 'bytes', 'seconds'],
  client: ['type', 'status', 'runs'],
} as const;

/** Statistics of jobs and the days of clients read an index each, and clients by name need no sorting. */
export class CoverSums1763700041000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A million rows take longer than a statement of a running console may.
    await runner.query('SET LOCAL statement_timeout = 0');
    for (const [key, columns] of Object.entries(covered)) {
      await replaceIndex(runner, key, `INCLUDE (${columns.join(', ')})`);
    }
    await runner.query(
      'CREATE INDEX client_silence_in_use ON client_silence (director, client COLLATE "C") WHERE enabled',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0');
    await runner.query('DROP INDEX client_silence_in_use');
    for (const key of Object.keys(covered)) await replaceIndex(runner, key, '');
  }
}

async function replaceIndex(runner: QueryRunner, key: string, include: string): Promise<void> {
  await runner.query(`DROP INDEX run_client_day_by_${key}`);
  await runner.query(`CREATE INDEX run_client_day_by_${key} ON run_client_day (director, ${key}, day) ${include}`);
}
