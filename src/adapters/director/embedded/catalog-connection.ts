import { Client, Pool } from 'pg';

/** Names are bytes in a Bacula catalog; with any other client encoding the server would refuse those that are not UTF-8. */
const speakBytes = "SET client_encoding TO 'SQL_ASCII'";

function settings(url: string, name: string) {
  return {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: name,
  };
}

/** One connection of the caller's own. A lost connection fails the pending query; it is never thrown beside it. */
export async function connectCatalog(url: string, name: string): Promise<Client> {
  const client = new Client(settings(url, name));
  client.on('error', () => undefined);
  await client.connect();
  await client.query(speakBytes);
  return client;
}

/** Connections for the engine's short statements; none may take longer than half a minute. */
export function catalogPool(url: string, name: string): Pool {
  const pool = new Pool({
    ...settings(url, name),
    ...{ max: 4, query_timeout: 30_000, statement_timeout: 30_000 },
    verify: (client, done) => {
      client.on('error', () => undefined);
      client.query(speakBytes).then(() => done(), done);
    },
  });
  pool.on('error', () => undefined);
  return pool;
}

/** UTC without a zone, whole seconds: the form that Bacula's timestamp columns hold. */
export function catalogTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}
