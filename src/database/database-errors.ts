/** Whether an error is PostgreSQL's refusal of a second row under this unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const driverError = (error as { driverError?: { code?: unknown; constraint?: unknown } } | null)?.driverError;
  return driverError?.code === '23505' && driverError.constraint === constraint;
}

/** Why a database cannot serve, as far as the error of a statement shows: it does not answer, or its disk is full. */
export type DatabaseFault = 'away' | 'full';

const diskFull = '53100';
/** SQLSTATEs of connection exceptions and of a server that is going, starting, or takes no more; and what sockets say. */
const awayCodes = /^(08...|57P0[1235]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/;
/** What pg throws without a code when a connection ends under a statement, or none is to be had. */
const awayTexts =
  /^(Connection terminated|Connection ended|timeout exceeded when trying to connect|Client .*not queryable|Client has encountered a connection error)/;
// prettier-ignore

/** Null where the error is none of the database's being there. */
export function databaseFault(thrown: unknown): DatabaseFault | null {
  if (!(thrown instanceof Error)) return null;
  const { code } = thrown as { code?: unknown };
  if (code === diskFull) return 'full';
  const isAway = typeof code === 'string' ? awayCodes.test(code) : awayTexts.test(thrown.message);
  return isAway ? 'away' : null;
}
