import { once } from 'node:events';
import pg from 'pg';
import { types } from 'node:util';
import { type LookupFor, postgresPool } from '../database/postgres-client.js';
import { type PostgresTls, PostgresUrlFault } from '../database/postgres-url.js';
import { AppError } from '../domain/error-codes.js';
import { dialectOf, type CatalogDialect, readSchemaFacts } from './dialect.js';
import { TargetRejected } from '../platform/ssrf-guard/ssrf-guard.js';

const canceledByTimeout = '57014';
/** Classes of SQLSTATE by which PostgreSQL says that it can't serve us now: connection, authorisation, resources, operator. */
const unreachableClasses = ['08', '28', '3D', '53', '57'];
/** A table or column is not there, or may not be read: the catalog is not what was configured. */
const wrongCatalogStates = ['42P01', '42703', '42501', '3F000'];
const invalidParameter = '22023';

interface Catalog {
  readonly director: string;
  readonly timezone: string;
  tooSlow(cause?: unknown): AppError;
}

/** Holds where the schema is not, or no longer, what the statement was made for. */
function isWrongCatalog(error: unknown): boolean {
  return error instanceof pg.DatabaseError && wrongCatalogStates.includes(error.code ?? '');
}

/** Holds where a prepared statement answers other types than it was prepared for: its connection would refuse it for ever. */
function isOutdatedPlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000';
}

/** What a failed statement or connection means to the caller. A fault in our own SQL stays what it is. */
function catalogFailure(error: unknown, catalog: Catalog): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof pg.DatabaseError) return databaseFailure(error, catalog);
  if (error instanceof TargetRejected) return unusable('its address is not allowed', error, catalog);
  if (error instanceof PostgresUrlFault) return unusable(error.message, error, catalog);
  // Not by instanceof: a socket's error may come from another realm than this module.
  if (!types.isNativeError(error)) return error;
  if (error.message === 'Query read timeout') return catalog.tooSlow(error);
  return isConnectionFault(error) ? unreachable(error, catalog) : error;
}

/** For a connection that failed for any reason: TLS errors have too many codes to list. */
function connectFailure(error: unknown, catalog: Catalog): unknown {
  const failure = catalogFailure(error, catalog);
  return failure === error && types.isNativeError(error) ? unreachable(error, catalog) : failure;
}

function databaseFailure(error: pg.DatabaseError, catalog: Catalog): unknown {
  const state = error.code ?? '';
  if (state === canceledByTimeout) return catalog.tooSlow(error);
  if (unreachableClasses.includes(state.slice(0, 2))) return unreachable(error, catalog);
  if (state === invalidParameter && /time zone/i.test(error.message)) return unknownTimezone(error, catalog);
  if (!isWrongCatalog(error)) return error;
  return new AppError(
    'director_error',
    `The catalog of Director "${catalog.director}" cannot be read as a Bacula catalog: ${error.message}.`,
    { cause: error },
  );
}

function unknownTimezone(cause: Error, catalog: Catalog): AppError {
  return new AppError(
    'director_error',
    `The PostgreSQL server of the catalog of Director "${catalog.director}" does not know the time zone "${catalog.timezone}". Use an IANA name, such as Europe/Berlin.`,
    { cause },
  );
}

function isConnectionFault(error: Error): boolean {
  const isSystemFault = 'code' in error && typeof error.code === 'string' && /^E[A-Z]+/.test(error.code);
  return isSystemFault || /connection|timeout exceeded when trying to connect|not queryable/i.test(error.message);
}

function unusable(why: string, cause: Error, { director }: Catalog): AppError {
  return new AppError(
    'director_unreachable',
    `The console does not connect to the catalog of Director "${director}": ${why.replace(/\.$/, '')}. Change the settings of this Director.`,
    { cause },
  );
}

function unreachable(cause: Error, catalog: Catalog): AppError {
  return new AppError(
    'director_unreachable',
    `The catalog of Director "${catalog.director}" cannot be reached. Check that its database is running, then try again.`,
    { reason: 'catalog_unreachable', params: { director: catalog.director }, cause },
  );
}

const statementLimitMs = 5_000;
/** For the server that no longer answers at all: its own limit would have ended the statement before. */
const answerLimitMs = statementLimitMs + 2_000;
const closeLimitMs = 2_000;
const portionRows = 5_000;
/** Far more than the largest answer that is asked for. */
export const catalogAnswerBytes = 64 * 2 ** 20;

/**
 * Names in a catalog are bytes in a database without an encoding: only client_encoding SQL_ASCII lets them pass as they
 * are. Parallel workers would let one search take every core.
 * JIT costs more than the bounded statements here take. A page asks for few rows all over the tables, and those are in
 * memory or on a disk that seeks well, so a probe of an index is dearer in the planner's default than in truth.
 */
export const sessionSettings = `
  SET client_encoding = 'SQL_ASCII';
  SET default_transaction_read_only = on;
  SET statement_timeout = ${statementLimitMs};
  SET max_parallel_workers_per_gather = 0;
  SET jit = off;
  SET random_page_cost = 1.1;
  SET work_mem = '32MB'`;

/** How a catalog is reached. */
export interface CatalogAddress {
  readonly url: string;
  /** Where this is given, the URL names no files. */
  readonly tls?: PostgresTls;
  /** Checks what the host's name leads to; absent for a catalog of the console itself. */
  readonly lookupFor?: LookupFor;
}

export interface CatalogOptions extends CatalogAddress {
  readonly director: string;
  /** The Director's zone: times in the catalog are its local times. */
  readonly timezone: string;
  /** Whether a retention of 0 means that nothing ever expires; else it means that all may go at once. */
  readonly isZeroRetentionForever?: boolean;
  /** Whether the bytes of a run are those that it read; else those that it wrote on volumes. */
  readonly countsContent?: boolean;
  /** Receives failures of idle connections; callers of the catalog get an AppError instead. */
  readonly onNotice?: (text: string) => void;
}

/** Answers false where no more is wanted. */
export type OnBatch<Row> = (rows: readonly Row[]) => unknown;
/** How many connections there are at most, and what they are called in PostgreSQL's own lists. */
export interface CatalogLine {
  readonly name: string;
  readonly connections: number;
}

const requestLine: CatalogLine = { name: 'backup-console catalog', connections: 4 };
/** All background reads of a catalog use this connection. */
export const feedLine: CatalogLine = { name: 'backup-console indexing', connections: 1 };

export function postgresConfigOf({ url, tls, lookupFor }: CatalogAddress) {
  return { connectionString: url, tls, lookupFor };
}

/** Few, read-only, bounded connections to one catalog. Failures of the database come out as Refusals. */
export class CatalogConnection {
  private readonly pool: pg.Pool;
  private readonly prepared = new WeakSet<pg.PoolClient>();
  private readonly open = new Set<pg.PoolClient>();
  private isClosed = false;
  private knownDialect: Promise<CatalogDialect> | undefined;

  constructor(
    private readonly options: CatalogOptions,
    private readonly line = requestLine,
  ) {
    this.pool = postgresPool({
      ...postgresConfigOf(options),
      max: line.connections,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 30_000,
      query_timeout: answerLimitMs,
      keepAlive: true,
      application_name: line.name,
      answerLimitBytes: catalogAnswerBytes,
    });
    this.pool.on('error', (error) => options.onNotice?.(`The catalog connection broke: ${error.message}`));
    this.pool.on('connect', (client) => {
      // A connection that breaks between two statements of its user has no other listener: the error would end the process.
      client.on('error', () => undefined);
      this.open.add(client);
      client.once('end', () => {
        this.open.delete(client);
        // The next connection may find another version of the catalog.
        if (this.open.size === 0) this.knownDialect = undefined;
      });
    });
  }

  get director(): string {
    return this.options.director;
  }

  get timezone(): string {
    return this.options.timezone;
  }

  /** How this catalog is asked, found out from its schema: once, and again after all connections were gone. */
  dialect(): Promise<CatalogDialect> {
    this.knownDialect ??= this.findDialect();
    return this.knownDialect;
  }

  get isZeroRetentionForever(): boolean {
    return this.options.isZeroRetentionForever ?? false;
  }

  get countsContent(): boolean {
    return this.options.countsContent ?? false;
  }

  /** A `name` as for `arrays`. */
  async rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[], name?: string): Promise<Row[]> {
    const query = { text, values: [...values], name };
    return this.withClient(async (client) => (await client.query<Row>(query)).rows);
  }

  /**
   * Each row an array of its columns. Under a `name`, which stands for this text alone, each connection parses and plans the
   * statement once: only for what is asked all the time and whose best plan does not depend on the values, as a filter's does.
   */
  async arrays<Row extends readonly unknown[]>(
    text: string,
    values: readonly unknown[],
    name?: string,
  ): Promise<Row[]> {
    const query = { text, values: [...values], rowMode: 'array' as const, name };
    return this.withClient(async (client) => (await client.query<Row & unknown[]>(query)).rows);
  }

  /**
   * Hands the rows over in portions, each row an array of columns, so that memory stays bounded for any number of rows.
   * Each portion has the limit of a statement, all of them together `limitMs`.
   */
  async stream<Row extends unknown[]>(
    text: string,
    values: readonly unknown[],
    limitMs: number,
    take: OnBatch<Row>,
  ): Promise<void> {
    const until = performance.now() + limitMs;
    await this.withClient(async (client) => {
      await client.query('BEGIN READ ONLY; SET LOCAL cursor_tuple_fraction = 1');
      try {
        await client.query(`DECLARE portions NO SCROLL CURSOR FOR ${text}`, [...values]);
        for (;;) {
          const { rows } = await client.query<Row>({ text: `FETCH ${portionRows} FROM portions`, rowMode: 'array' });
          if (take(rows) === false || rows.length < portionRows) return;
          if (performance.now() > until) throw this.tooSlow();
        }
      } finally {
        await client.query('ROLLBACK');
      }
    });
  }

  private async findDialect(): Promise<CatalogDialect> {
    try {
      return dialectOf(await readSchemaFacts(this), this.timezone);
    } catch (error) {
      this.knownDialect = undefined;
      throw error;
    }
  }

  tooSlow(cause?: unknown): AppError {
    return new AppError(
      'director_too_slow',
      `The catalog of Director "${this.director}" took too long to answer this query. Narrow the query or try again later.`,
      { reason: 'catalog_too_slow', params: { director: this.director }, cause },
    );
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.pool.end();
    await this.ended();
  }

  /** The pool forgets its connections before they are gone; a server that stops meanwhile would break them. */
  private async ended(): Promise<void> {
    const limit = AbortSignal.timeout(closeLimitMs);
    await Promise.all([...this.open].map((client) => once(client, 'end', { signal: limit }))).catch(() => undefined);
  }

  private async withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.isClosed) throw new AppError('shutting_down', 'The console is stopping. Try again in a moment.');
    const client = await this.connect();
    try {
      if (!this.prepared.has(client)) {
        await client.query(sessionSettings);
        this.prepared.add(client);
      }
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // A connection whose state is unknown must not serve the next caller.
      const isUnknown = !(error instanceof pg.DatabaseError) && !(error instanceof AppError);
      client.release(isUnknown || isOutdatedPlan(error));
      if (isWrongCatalog(error)) this.knownDialect = undefined;
      throw catalogFailure(error, this);
    }
  }

  private async connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      // The pool says "timeout" both for a server that does not answer and for connections that are all in use.
      const isBusy = this.pool.totalCount - this.pool.idleCount >= this.line.connections && this.pool.waitingCount > 0;
      throw isBusy ? this.tooSlow(error) : connectFailure(error, this);
    }
  }
}
