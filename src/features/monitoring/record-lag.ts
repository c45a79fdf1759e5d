import { type RecordStanding } from '../../domain/run-sync-health.js';

/** A record of runs that was not read for so long may lack a backup that ended. */
export const recordBehindSeconds = 120;

export function isBehind({ lagSeconds, failure }: RecordStanding): boolean {
  return lagSeconds === null || lagSeconds > recordBehindSeconds || failure !== null;
}
