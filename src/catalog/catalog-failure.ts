import { types } from 'node:util';
import pg from 'pg';
import { Refusal } from '../domain/errors.js';
import { PostgresUrlFault } from '../database/postgres-url.js';
import { TargetRefused } from '../platform/ssrf-guard/ssrf-guard.js';

const canceledByTimeout = '57014';
/** Classes of SQLSTATE by which PostgreSQL says that it can't serve us now: connection, authorisation, resources, operator. */
const unreachableClasses = ['08', '28', '3D', '53', '57'];
/** A table or column is not there, or may not be read: the catalog is not what was configured. */
const wrongCatalogStates = ['42P01', '42703', '42501', '3F000'];
const invalidParameter = '22023';

interface Catalog {
  readonly director: string;
  readonly timezone: string;
  tooSlow(cause?: unknown): Refusal;
}

/** Holds where the schema is not, or no longer, what the statement was made for. */
export function isWrongCatalog(error: unknown): boolean {
  return error instanceof pg.DatabaseError && wrongCatalogStates.includes(error.code ?? '');
}

/** Holds where a prepared statement answers other types than it was prepared for: its connection would refuse it for ever. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '0A000';
}

/** What a failed statement or connection means to the caller. A fault in our own SQL stays what it is. */
export function catalogFailure(error: unknown, catalog: Catalog): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof pg.DatabaseError) return databaseFailure(error, catalog);
  if (error instanceof TargetRefused) return unusable('its address is not allowed', error, catalog);
  if (error instanceof PostgresUrlFault) return unusable(error.message, error, catalog);
  // Not by instanceof: a socket's error may come from another realm than this module.
  if (!types.isNativeError(error)) return error;
  if (error.message === 'Query read timeout') return catalog.tooSlow(error);
  return isConnectionFault(error) ? unreachable(error, catalog) : error;
}

/** For a connection that failed for any reason: TLS errors have too many codes to list. */
export function connectFailure(error: unknown, catalog: Catalog): unknown {
  const failure = catalogFailure(error, catalog);
  return failure === error && types.isNativeError(error) ? unreachable(error, catalog) : failure;
}

function databaseFailure(error: pg.DatabaseError, catalog: Catalog): unknown {
  const state = error.code ?? '';
  if (state === canceledByTimeout) return catalog.tooSlow(error);
  if (unreachableClasses.includes(state.slice(0, 2))) return unreachable(error, catalog);
  if (state === invalidParameter && /time zone/i.test(error.message)) return unknownTimezone(error, catalog);
  if (!isWrongCatalog(error)) return error;
  return new Refusal(
    'director_error',
    `The catalog of Director "${catalog.director}" cannot be read as a Bacula catalog: ${error.message}.`,
    { cause: error },
  );
}

function unknownTimezone(cause: Error, catalog: Catalog): Refusal {
  return new Refusal(
    'director_error',
    `The PostgreSQL server of the catalog of Director "${catalog.director}" does not know the time zone "${catalog.timezone}". Use an IANA name, such as Europe/Berlin.`,
    { cause },
  );
}

function isConnectionFault(error: Error): boolean {
  const isSystemFault = 'code' in error && typeof error.code === 'string' && /^E[A-Z]+/.test(error.code);
  return isSystemFault || /connection|timeout exceeded when trying to connect|not queryable/i.test(error.message);
}

function unusable(why: string, cause: Error, { director }: Catalog): Refusal {
  return new Refusal(
    'director_unreachable',
    `The console does not connect to the catalog of Director "${director}": ${why.replace(/\.$/, '')}. Change the settings of this Director.`,
    { cause },
  );
}

function unreachable(cause: Error, catalog: Catalog): Refusal {
  return new Refusal(
    'director_unreachable',
    `The catalog of Director "${catalog.director}" cannot be reached. Check that its database is running, then try again.`,
    { reason: 'catalog_unreachable', params: { director: catalog.director }, cause },
  );
}
