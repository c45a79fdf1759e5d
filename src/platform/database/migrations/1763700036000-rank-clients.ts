import { type MigrationInterface, type QueryRunner } from 'typeorm';
import {
  createSpanDays,
  createSpanSums,
  createSumming,
  dropSumming,
  fillSpanSums,
  ranWithin,
  type SpanKeeping,
  spanNames,
  type SpanSums,
} from './span-sums.js';

export const clientSums: SpanSums = { table: 'run_client_sum', of: 'client', figures: ['files', 'bytes'] };
export const clientKeeping: SpanKeeping = {
  sums: [clientSums],
  dayTable: 'run_client_sum_day',
  summing: 'sum_clients',
  moving: 'move_client_sums',
};

/** Each order has an index for each span, of those clients alone that ran within it. */
const rankings = spanNames.flatMap((span) => {
  const ran = ranWithin(span);
  return [
    [`run_client_by_${span}_bytes`, { rank: `${span}_bytes`, where: `${ran} > 0` }],
    [`run_client_by_${span}_files`, { rank: `${span}_files`, where: `${ran} > 0` }],
    [`run_client_by_${span}_failures`, { rank: `${span}_error`, where: `${ran} > 0` }],
    [
      `run_client_by_${span}_growth`,
      { rank: `(${span}_bytes - ${span}_bytes_before)`, where: `${ran} + ${span}_runs_before > 0` },
    ],
  ] as const;
});

/** Clients by what their backups of the last 7, 30 and 90 days come to, kept so that a ranking of them reads one row each. */
export class RankClients1763700036000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A million runs take longer than a statement of a running console may.
    await runner.query('SET LOCAL statement_timeout = 0');
    await createSpanSums(runner, clientSums);
    await createSpanDays(runner, clientKeeping);
    await fillSpanSums(runner, clientSums, clientKeeping);
    for (const [name, { rank, where }] of rankings) {
      await runner.query(
        `CREATE INDEX ${name} ON run_client_sum (director, type, ${rank} DESC, client) WHERE ${where}`,
      );
    }
    await runner.query('ANALYZE run_client_sum');
    await createSumming(runner, clientKeeping);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropSumming(runner, clientKeeping);
    await runner.query('DROP TABLE run_client_sum, run_client_sum_day');
  }
}
