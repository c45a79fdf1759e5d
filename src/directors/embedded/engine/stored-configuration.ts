import { type ClientBase, type Pool } from 'pg';
import { revisionOf } from '../resources/configuration-revision.js';

/** The text of director.yaml that is in force, in the catalog: it is stored together with the rows that were made of it. */
export async function readStoredConfiguration(catalog: ClientBase | Pool): Promise<string | null> {
  const { rows } = await catalog.query<{ content: Buffer }>('SELECT content FROM backup_console_configuration');
  return rows[0]?.content.toString('utf8') ?? null;
}

/** `changeId`: the change that made it; null: it was read from the file. */
export async function storeConfiguration(catalog: ClientBase, text: string, changeId: string | null): Promise<void> {
  await catalog.query(
    'INSERT INTO backup_console_configuration (id, content) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET content = $1',
    [Buffer.from(text, 'utf8')],
  );
  await catalog.query(
    `INSERT INTO backup_console_configuration_history (revision, changeid) SELECT $1::text, $2::text WHERE $2 IS NOT NULL OR $1
       IS DISTINCT FROM (SELECT revision FROM backup_console_configuration_history ORDER BY number DESC LIMIT 1)`,
    [revisionOf(text), changeId],
  );
}

/** Whether a text of this revision was in force at any time. */
export async function wasInForce(catalog: ClientBase | Pool, revision: string): Promise<boolean> {
  const text = 'SELECT 1 FROM backup_console_configuration_history WHERE revision = $1 LIMIT 1';
  return ((await catalog.query(text, [revision])).rowCount ?? 0) > 0;
}

interface LastChange {
  /** null: nothing is in force. */
  readonly text: string | null;
  /** The last change that was put into force, also if an edit of the file followed it; null: none was. */
  readonly changeId: string | null;
}

/** Waits for a transaction that is about to store a configuration, so that its outcome is known afterwards. */
export async function readLastChange(catalog: ClientBase): Promise<LastChange> {
  await catalog.query('BEGIN');
  try {
    await catalog.query('SELECT 1 FROM backup_console_configuration FOR UPDATE');
    const text = await readStoredConfiguration(catalog);
    const { rows } = await catalog.query<{ id: string }>(
      `SELECT changeid AS id FROM backup_console_configuration_history WHERE changeid IS NOT NULL
       ORDER BY number DESC LIMIT 1`,
    );
    return { text, changeId: rows[0]?.id ?? null };
  } finally {
    await catalog.query('COMMIT');
  }
}
