import { Client } from 'pg';
import { Caller } from '../load.js';
import { type BenchConsole, type BenchDirector } from './bench-console.js';
import { type Statement } from './peer-statements.js';
import { peerLimitMs, type Ask } from './timings.js';

interface Listed {
  readonly items?: readonly unknown[];
}

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** One page of a list. Throws where it is refused. */
export async function pageOf<Item>(
  console: BenchConsole,
  director: BenchDirector,
  path: string,
): Promise<ListPage<Item>> {
  const { status, body } = await console.get(director, path);
  if (status !== 200) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body)}`);
  return body as ListPage<Item>;
}

/** Whether this console has the route. */
export async function hasRoute(console: BenchConsole, director: BenchDirector, path: string): Promise<boolean> {
  return (await console.get(director, path)).status !== 404;
}

/** The same question through HTTP on a kept connection, with the rows that its answer has. Throws where it is refused. */
export async function httpAsk(
  console: BenchConsole,
  director: BenchDirector,
  path: string,
): Promise<Ask & { close(): void }> {
  const { status, body } = await console.get(director, path);
  if (status !== 200) throw new Error(`${path} was answered with ${status}: ${JSON.stringify(body).slice(0, 500)}`);
  const rows = (body as Listed).items?.length ?? 1;
  const caller = await Caller.open(console.at(director, path));
  const ask = async (): Promise<{ rows: number }> => {
    await caller.ask();
    return { rows };
  };
  return Object.assign(ask, { close: () => caller.close() });
}

/** Questions through HTTP, closed when `work` is done. */
export async function withHttp(
  console: BenchConsole,
  director: BenchDirector,
  paths: readonly string[],
  work: (asks: readonly Ask[]) => Promise<void>,
): Promise<void> {
  const asks: (Ask & { close(): void })[] = [];
  try {
    for (const path of paths) asks.push(await httpAsk(console, director, path));
    await work(asks);
  } finally {
    for (const ask of asks) ask.close();
  }
}

/** A connection as a peer has it: whatever the server's own settings are, and a limit that no page would wait for. */
export async function openPeer(url: string, parallel = true): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`SET client_encoding = 'SQL_ASCII'; SET statement_timeout = ${peerLimitMs}`);
  if (!parallel) await client.query('SET max_parallel_workers_per_gather = 0');
  return client;
}

export function peerAsk(client: Client, ...statements: readonly Statement[]): Ask {
  return async () => {
    let rows = 0;
    for (const { text, values } of statements) rows += (await client.query(text, values)).rowCount ?? 0;
    return { rows };
  };
}
