import { levelLetters, typeLetters } from '../../domain/job.js';
import { type RunFilter, runStatuses, statusOf, type RunStatus } from '../../domain/run.js';
import { type SqlParams } from '../rows.js';

const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');

/** Errors, or a restore that restored nothing: `statusOf` reads both alike. */
const flaws = "(COALESCE(j.joberrors, 0) > 0 OR (j.type = 'R' AND COALESCE(j.jobfiles, 0) = 0))";

/** The letters of each status as the domain reads them, so that filter and record never disagree. */
const lettersOf = new Map<RunStatus, readonly string[]>(
  runStatuses.map((status) => [status, alphabet.filter((letter) => statusOf(letter, 0) === status)]),
);

/** Letters that mean something else as soon as there are errors. */
const shiftingLetters = alphabet.filter((letter) => statusOf(letter, 1) !== statusOf(letter, 0));

function quoted(letters: readonly string[]): string {
  return letters.map((letter) => `'${letter}'`).join(', ');
}

/** SQL that holds for the rows which the domain gives this status. Letters are inlined: the planner then knows how rare they are. */
export function statusCondition(status: RunStatus): string {
  // What no letter says is waiting, digits and letters of later versions included.
  if (status === 'waiting') {
    const known = alphabet.filter((letter) => statusOf(letter, 0) !== 'waiting');
    return `j.jobstatus NOT IN (${quoted(known)})`;
  }
  const letters = lettersOf.get(status) ?? [];
  const steady = letters.filter((letter) => !shiftingLetters.includes(letter));
  const calm = letters.filter((letter) => shiftingLetters.includes(letter));
  const shifted = shiftingLetters.filter((letter) => statusOf(letter, 1) === status);
  const parts = [
    ...(steady.length > 0 ? [`j.jobstatus IN (${quoted(steady)})`] : []),
    ...(calm.length > 0 ? [`(j.jobstatus IN (${quoted(calm)}) AND NOT ${flaws})`] : []),
    ...(shifted.length > 0 ? [`(j.jobstatus IN (${quoted(shifted)}) AND ${flaws})`] : []),
  ];
  return `(${parts.join(' OR ')})`;
}

/** Words ignoring case to Bacula's letters; a letter of its own stands for itself. An unknown word matches no run. */
function lettersOfWords(words: readonly string[], letters: Readonly<Record<string, string>>): string[] {
  return words.flatMap((word) => {
    const known = Object.keys(letters).find((name) => name.toLowerCase() === word.toLowerCase());
    const letter = known === undefined ? word : letters[known];
    return letter?.length === 1 ? [letter] : [];
  });
}

function namedIn(values: SqlParams, table: string, id: string, names: readonly string[]): string {
  return `j.${id} = ANY (ARRAY(SELECT ${id} FROM ${table} WHERE name = ANY (${values.add(names)}::text[])))`;
}

function isGiven<T>(list: readonly T[] | undefined): list is readonly T[] {
  return list !== undefined && list.length > 0;
}

function timeConditions(values: SqlParams, timezone: string, filter: RunFilter): string[] {
  const queuedAt = 'COALESCE(j.schedtime, j.starttime)';
  const local = (time: string) => `((${time}) AT TIME ZONE ${timezone})`;
  const hour = "interval '1 hour'";
  // Where the clock is turned back within the hour, a later run may have an earlier time: rather one run too many than one too few.
  const since = (time: string) => `least(${local(time)}, ${local(`${time} + ${hour}`)} - ${hour})`;
  const until = (time: string) => `greatest(${local(time)}, ${local(`${time} - ${hour}`)} + ${hour})`;
  const bound = (time: Date) => `${values.add(time.toISOString())}::timestamptz`;
  return [
    ...(filter.since ? [`${queuedAt} >= ${since(bound(filter.since))}`] : []),
    ...(filter.until ? [`${queuedAt} < ${until(bound(filter.until))}`] : []),
  ];
}

/** The conditions that a filter puts on job rows `j`; none for an empty filter. `timezone` is a placeholder. */
export function runConditions(values: SqlParams, timezone: string, filter: RunFilter): string[] {
  const { jobs, clients, pools, statuses, levels, types } = filter;
  const letterIn = (column: string, letters: string[]) => `j.${column} = ANY (${values.add(letters)}::char(1)[])`;
  return [
    ...(isGiven(jobs) ? [`j.name = ANY (${values.add(jobs)}::text[])`] : []),
    ...(isGiven(clients) ? [namedIn(values, 'client', 'clientid', clients)] : []),
    ...(isGiven(pools) ? [namedIn(values, 'pool', 'poolid', pools)] : []),
    ...(isGiven(statuses) ? [`(${statuses.map(statusCondition).join(' OR ')})`] : []),
    ...(isGiven(levels) ? [letterIn('level', lettersOfWords(levels, levelLetters))] : []),
    ...(isGiven(types) ? [letterIn('type', lettersOfWords(types, typeLetters))] : []),
    ...timeConditions(values, timezone, filter),
  ];
}
