export const maxJobIds = 200;
const maxJobId = 2 ** 31 - 1;

function isJobId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxJobId;
}

/** A job id written in decimal, or null. Job ids are positive 32-bit integers in every catalog. */
export function parseJobId(text: string): number | null {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return isJobId(value) ? value : null;
}

/** The job ids of a comma-separated list, each once, in the order given; null where one is malformed or none or too many are given. */
export function parseJobIds(text: string): number[] | null {
  const ids = text.split(',').map((word) => parseJobId(word.trim()));
  return ids.every((id) => id !== null) ? distinctJobIds(ids) : null;
}

/** The same for values of a JSON array. */
export function distinctJobIds(values: readonly unknown[]): number[] | null {
  if (!values.every(isJobId)) return null;
  const ids = [...new Set(values)];
  return ids.length >= 1 && ids.length <= maxJobIds ? ids : null;
}

/** Words of levels and job types, and Bacula's letters for them (catalog columns Level and Type). */
export const levelLetters: Readonly<Record<string, string>> = {
  Full: 'F',
  Differential: 'D',
  Incremental: 'I',
  VirtualFull: 'f',
  Base: 'B',
  Since: 'S',
  Catalog: 'C',
  InitCatalog: 'V',
  VolumeToCatalog: 'O',
  DiskToCatalog: 'd',
  Data: 'A',
  None: ' ',
};

export const typeLetters: Readonly<Record<string, string>> = {
  Backup: 'B',
  Restore: 'R',
  Verify: 'V',
  Admin: 'D',
  Migrated: 'M',
  Copied: 'C',
  Copy: 'c',
  Migration: 'g',
  Archive: 'A',
  Scan: 'S',
  Console: 'U',
  Internal: 'I',
  Consolidate: 'O',
};

function wordOf(letters: Readonly<Record<string, string>>, letter: string): string {
  return Object.keys(letters).find((word) => letters[word] === letter) ?? letter;
}

export function levelOfLetter(letter: string): string {
  return wordOf(levelLetters, letter === '' ? ' ' : letter);
}

export function typeOfLetter(letter: string): string {
  return wordOf(typeLetters, letter);
}

/** The Director's own spelling of a level given ignoring case, or null where the job does not allow it. */
export function matchLevel(given: string, allowed: readonly string[]): string | null {
  return allowed.find((level) => level.toLowerCase() === given.toLowerCase()) ?? null;
}

/** Runs that a verify job of the embedded Director reads: those that a restore of the newest state would read, or all. */
export const verifiedRuns = ['newest', 'all'] as const;
export type VerifiedRuns = (typeof verifiedRuns)[number];

/** What a verify job of the embedded Director reads. */
export interface VerifiedBackups {
  /** null: all jobs, those that are no longer configured included. */
  readonly jobs: readonly string[] | null;
  readonly runs: VerifiedRuns;
}

/** A configured job, as the Director knows it now. */
export interface ConfiguredJob {
  readonly name: string;
  readonly director: string;
  readonly type: string;
  readonly level: string;
  readonly allowedLevels: readonly string[];
  readonly client: string;
  readonly fileset: string;
  readonly schedule: string | null;
  readonly storage: string;
  readonly pool: string;
  readonly priority: number;
  readonly enabled: boolean;
  readonly nextRunAt: Date | null;
  /** null: it is no verify job, or its Director does not report it. */
  readonly verifies: VerifiedBackups | null;
}

/** A named list of exclude patterns. */
export interface ExcludePreset {
  readonly name: string;
  readonly patterns: readonly string[];
}

/** What a job backs up, as far as its Director reports it. */
export interface DirectorFileset {
  readonly name: string;
  /** Files and folders; null if the Director does not report them. */
  readonly include: readonly string[] | null;
  /** Excluded files, folders and patterns; null if the Director does not report them. */
  readonly exclude: readonly string[] | null;
  /** Named lists of patterns that are also excluded; null if the Director does not report them. */
  readonly excludePresets: readonly ExcludePreset[] | null;
  /** Names of files: folders that directly contain one are left out. null if the Director does not report them. */
  readonly markerFiles: readonly string[] | null;
  /** Whether patterns or plugins that are not listed here also select files. */
  readonly hasPatterns: boolean;
}

/** What is known of a fileset whose Director reports only its name. */
export const unreportedFileset: Omit<DirectorFileset, 'name'> = {
  include: null,
  exclude: null,
  excludePresets: null,
  markerFiles: null,
  hasPatterns: false,
};

export interface DirectorSchedule {
  readonly name: string;
  /** null if the Director does not report it. */
  readonly enabled: boolean | null;
}

export interface DirectorClient {
  readonly name: string;
  readonly director: string;
  readonly address: string | null;
  readonly version: string | null;
  readonly enabled: boolean;
  /** When this Director first knew the client; a client without any backup is silent since then. null: unknown. */
  readonly firstSeenAt: Date | null;
}

/** The requested planned starts: in [from, until), of these jobs or of all. */
export interface StartsQuery {
  readonly from: Date;
  readonly until: Date;
  readonly limit: number;
  readonly jobs?: readonly string[] | undefined;
}

export interface PlannedRun {
  readonly job: string;
  readonly director: string;
  readonly type: string;
  readonly level: string;
  readonly client: string;
  readonly fileset: string;
  readonly schedule: string;
  readonly pool: string;
  readonly priority: number;
  readonly at: Date;
}
