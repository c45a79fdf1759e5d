import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { BaculaCatalog } from '../../../src/catalog/bacula-catalog.js';
import { fullScope } from '../../../src/domain/principal.js';
import { copyDatabase } from '../../harness/fixtures/database.js';

test('a closed catalog has no connection left that a stopping server could break', async () => {
  const url = await copyDatabase('template_catalog');
  const notices: string[] = [];
  const catalog = new BaculaCatalog({ director: 'here', url, timezone: 'UTC', onNotice: (text) => notices.push(text) });
  const watcher = new Client({ connectionString: url });
  await watcher.connect();
  await Promise.all([1, 2, 3].map(() => catalog.runs.listRuns(fullScope, {}, { limit: 5 })));
  await catalog.close();
  const { rows } = await watcher.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'backup-console catalog'`,
  );
  await watcher.end();
  expect(rows).toEqual([]);
  expect(notices).toEqual([]);
});
