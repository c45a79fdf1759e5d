import { PostgresClient } from '../database/postgres-client.js';
import { TargetRejected } from '../platform/ssrf-guard/ssrf-guard.js';
import { type CatalogAddress, catalogAnswerBytes, postgresConfigOf } from './connection.js';

/** What a first look at a catalog showed. */
export type CatalogAccess =
  | { readonly state: 'refused' }
  | { readonly state: 'unreached'; readonly reason: string }
  | {
      readonly state: 'reached';
      readonly role: string;
      /** Tables that are read and that the role may not read. */
      readonly unreadable: readonly string[];
      /** Tables of the catalog that the role could change. */
      readonly writable: readonly string[];
    };

/** Read by the questions of this folder, in every product and version. */
const tables = ['job', 'client', 'fileset', 'file', 'path', 'pathhierarchy', 'pathvisibility', 'log', 'media', 'jobmedia', 'pool', 'storage', 'version']; // prettier-ignore
const limitMs = 5_000;

const rightsText = `
  SELECT c.relname AS name, has_table_privilege(c.oid, 'SELECT') AS readable,
    has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE') AS writable, current_user AS role
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND c.relname = ANY ($1) AND pg_table_is_visible(c.oid)
  ORDER BY c.relname`;

interface Right {
  readonly name: string;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly role: string;
}

/** Connects once and checks the rights of the role. Ends within some seconds; none of its texts contains the password. */
export async function tryCatalog(address: CatalogAddress, signal: AbortSignal): Promise<CatalogAccess> {
  try {
    return await rightsAt(address, signal);
  } catch (error) {
    if (error instanceof TargetRejected) return { state: 'refused' };
    return { state: 'unreached', reason: error instanceof Error ? error.message : 'the reason is unknown' };
  }
}

async function rightsAt(address: CatalogAddress, signal: AbortSignal): Promise<CatalogAccess> {
  const client = new PostgresClient({
    ...postgresConfigOf(address),
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    application_name: 'backup-console test',
    answerLimitBytes: catalogAnswerBytes,
  });
  client.on('error', () => undefined);
  const giveUp = (): void => void client.end().catch(() => undefined);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await client.connect();
    const { rows } = await client.query<Right>(rightsText, [tables]);
    return {
      state: 'reached',
      role: rows[0]?.role ?? '',
      unreadable: rows.filter(({ readable }) => !readable).map(({ name }) => name),
      writable: rows.filter(({ writable }) => writable).map(({ name }) => name),
    };
  } finally {
    signal.removeEventListener('abort', giveUp);
    await client.end().catch(() => undefined);
  }
}
