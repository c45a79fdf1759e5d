import { expect, test } from '@jest/globals';
import { migrate } from '../../src/platform/database/migrate.js';
import { openConsoleDatabase } from '../harness/fixtures/console-database.js';

test('clients stay known since they were first seen, and the history of runs is read again', async () => {
  const database = await openConsoleDatabase();
  const isOfBefore = async (): Promise<boolean> => {
    const rows = await database.query<unknown[]>(`SELECT 1 WHERE to_regclass('client_silence') IS NULL`);
    return rows.length > 0;
  };
  while (!(await isOfBefore())) await database.undoLastMigration({ transaction: 'each' });
  await database.query(`INSERT INTO client_sighting VALUES ('main', 'laptop', '2026-11-01T09:00:00Z')`);
  await database.query(
    `INSERT INTO run_feed (director, generation, generation_from, mark, filled_from)
     VALUES ('main', 1, 1, 700, 0), ('empty', 1, 1, 0, 0), ('unread', 1, 1, NULL, 2147483648)`,
  );
  await migrate(database);
  expect(await database.query('SELECT director, client, first_seen_at, status, evaluated FROM client_silence')).toEqual(
    [
      ...[
        {
          director: 'main',
          client: 'laptop',
          first_seen_at: new Date('2026-11-01T09:00:00Z'),
          status: 'ok',
          evaluated: false,
        },
      ],
    ],
  );
  expect(await database.query('SELECT director, filled_from FROM run_feed ORDER BY director')).toEqual([
    ...[
      { director: 'empty', filled_from: '0' },
      { director: 'main', filled_from: '701' },
    ],
    { director: 'unread', filled_from: '2147483648' },
  ]);
  await database.destroy();
});
