import { type Client, type Pool } from 'pg';
import { PostgresClient, postgresPool } from '../../database/postgres-client.js';
import { AppError } from '../../domain/error-codes.js';

/** Names are bytes in a Bacula catalog; with any other client encoding the server would reject those that are not UTF-8. */
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
  const client = new PostgresClient(settings(url, name));
  client.on('error', () => undefined);
  await client.connect();
  await client.query(speakBytes);
  return client;
}

/** Connections for the engine's short statements; none may take longer than half a minute. */
export function catalogPool(url: string, name: string): Pool {
  const pool = postgresPool({
    ...settings(url, name),
    max: 4,
    query_timeout: 30_000,
    statement_timeout: 30_000,
    verify: (client, done) => {
      client.on('error', () => undefined);
      client.query(speakBytes).then(() => done(), done);
    },
  });
  pool.on('error', () => undefined);
  return pool;
}

/** SQLSTATE classes of a server that is away, going or full: connection exception, operator intervention, too many connections. */
const awayStates = /^(08|57|53)/;
const awayErrors = /^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|AI_)|^ENOTFOUND$/;
/** What pg throws without a code when a connection ends under a statement or a limit is reached. */
const awayTexts = /Connection terminated|timeout|not queryable|connection error/i;

/** Turns a catalog database that does not answer into an AppError; anything else stays what it is. */
export async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error)) throw error;
    const code = (error as { code?: unknown }).code;
    const isAway =
      typeof code === 'string' ? awayStates.test(code) || awayErrors.test(code) : awayTexts.test(error.message);
    if (!isAway) throw error;
    const sentence = 'The catalog database of the embedded Director does not answer. Try again later.';
    throw new AppError('director_unreachable', sentence, { cause: error });
  }
}

/** UTC without a zone, whole seconds: the form of Bacula's timestamp columns. */
export function catalogTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}
