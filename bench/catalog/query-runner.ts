import { Client } from 'pg';
import { type BenchConsole } from '../bench-console.js';

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** One page of a list about the Director `files`. */
export function readPage<Item>(console: BenchConsole, path: string): Promise<ListPage<Item>> {
  return console.get<ListPage<Item>>(`${path}&director=files`);
}

/** Runs `work` with a connection to a catalog, as another program has it: with the server's own settings. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SET client_encoding = 'SQL_ASCII'");
    return await work(client);
  } finally {
    await client.end();
  }
}
