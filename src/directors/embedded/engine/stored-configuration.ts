import { type ClientBase, type Pool } from 'pg';

/** The text of director.yaml that is in force, in the catalog: it is stored together with the rows that were made of it. */
export async function readStoredConfiguration(catalog: ClientBase | Pool): Promise<string | null> {
  const { rows } = await catalog.query<{ content: Buffer }>('SELECT content FROM backup_console_configuration');
  return rows[0]?.content.toString('utf8') ?? null;
}

export async function storeConfiguration(catalog: ClientBase, text: string): Promise<void> {
  await catalog.query(
    'INSERT INTO backup_console_configuration (id, content) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET content = $1',
    [Buffer.from(text, 'utf8')],
  );
}
