import { type MigrationInterface, type QueryRunner } from 'typeorm';

const renamed: readonly (readonly [string, string])[] = [
  ['called_off', 'canceled'],
  ['console_ended', 'console_stopped'],
  ['dns_silent', 'dns_timeout'],
  ['mail_taken', 'mail_accepted'],
  ['mail_partly_taken', 'mail_partly_accepted'],
  ['not_composed', 'format_failed'],
  ['certificate_early', 'certificate_not_yet_valid'],
  ['certificate_of_other', 'certificate_host_mismatch'],
  ['no_log_in', 'auth_missing'],
  ['log_in_refused', 'auth_refused'],
];

/** Codes of deliveries got their final names before the first release. Stored ones follow, or the page would show them without words. */
export class RenameDeliveryCodes1763700425000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await rename(runner, renamed);
  }

  async down(runner: QueryRunner): Promise<void> {
    await rename(
      runner,
      renamed.map(([before, after]) => [after, before]),
    );
  }
}

async function rename(runner: QueryRunner, codes: typeof renamed): Promise<void> {
  const names = [codes.map(([from]) => from), codes.map(([, to]) => to)];
  for (const [table, column] of [
    ['delivery', 'last_code'],
    ['delivery_attempt', 'code'],
  ]) {
    await runner.query(
      `UPDATE ${table} SET ${column} = renamed.after FROM unnest($1::text[], $2::text[]) AS renamed (before, after)
       WHERE ${column} = renamed.before`,
      names,
    );
  }
}
