import { type DirectorSchedule, type DirectorFileset } from '../../../domain/job.js';
import { type ConfiguredStorage } from '../../console/storage-states.js';

const filesetLine = /^FileSet: name=(.+?)(?: IgnoreFileSetChanges=\d+.*)?$/i;
/**
 * A letter for each kind of line: I an included path, E an excluded one, Z the file of `Exclude Dir Containing`, R and W (with D, F
 * or B behind) patterns, P a plugin.
 */
const ruleLine = /^\s+([A-Z]{1,2}) (.*)$/;

interface ShownFileset {
  readonly include: string[];
  readonly exclude: string[];
  /** Bacula has none. */
  readonly excludePresets: readonly [];
  readonly markerFiles: string[];
  hasPatterns: boolean;
}

function emptyFileset(): ShownFileset {
  return { include: [], exclude: [], excludePresets: [], markerFiles: [], hasPatterns: false };
}

/** The filesets in the text of `show filesets`, by name. */
export function shownFilesets(text: string): ReadonlyMap<string, Omit<DirectorFileset, 'name'>> {
  const found = new Map<string, ShownFileset>();
  let fileset: ShownFileset | null = null;
  for (const line of text.split('\n')) {
    const name = filesetLine.exec(line.trimEnd())?.[1];
    if (name !== undefined) found.set(name, (fileset = emptyFileset()));
    const [, kind = '', rule = ''] = ruleLine.exec(line.trimEnd()) ?? [];
    if (fileset === null || kind === '') continue;
    if (kind === 'I') fileset.include.push(rule);
    else if (kind === 'E') fileset.exclude.push(rule);
    else if (kind === 'Z') fileset.markerFiles.push(rule);
    else if (/^[RWPX]/.test(kind)) fileset.hasPatterns = true;
  }
  return found;
}

const storageLine = /^(?:Storage|Autochanger): name=(.+) address=(\S*) SDport=(\d+) /;
const deviceLine = /^\s+DeviceName=(.+?) MediaType=(.+?) StorageId=\d* Autochanger=(\d)/;

/** By the Director's order. A storage whose lines cannot be read is left out. */
export function shownStorages(text: string): readonly ConfiguredStorage[] {
  const storages: ConfiguredStorage[] = [];
  let head: { readonly storage: string; readonly address: string } | null = null;
  for (const line of text.split('\n')) {
    const [, storage, host = '', port = ''] = storageLine.exec(line) ?? [];
    if (storage !== undefined) head = { storage, address: `${host}:${port}` };
    const [, device, mediaType = '', autochanger] = deviceLine.exec(line) ?? [];
    if (head === null || device === undefined) continue;
    storages.push({ ...head, device, mediaType, autochanger: autochanger !== '0' });
    head = null;
  }
  return storages;
}

/** A `Run` line of a schedule: when on its days it starts, in the Director's local time. */
export interface RunLine {
  readonly level: string;
  /** Ascending, 0 to 23. */
  readonly hours: readonly number[];
  readonly minute: number;
}

/**
 * Facts from `show jobs` and `show clients` beyond `.defaults`. The text is for people: a line begins each resource, others are
 * nested in it.
 */
export interface ShownJob {
  readonly schedule: string | null;
  readonly runLines: readonly RunLine[];
  /** A RegexWhere, which Bacula also makes of Strip Prefix, Add Prefix and Add Suffix. */
  readonly hasRelocation: boolean;
}

export interface ShownClient {
  readonly address: string;
  readonly enabled: boolean;
}

const jobLine = /^Job: name=(.+) JobType=\d+/;
const scheduleLine = /^Schedule: Name=(.+?) Enabled=/;
const enabledScheduleLine = /^Schedule: Name=(.+?) Enabled=(\d+)/;
const runLine = /^Run Level=(.*)/;
const hoursLine = /^\s*hour=([\d ]+)/;
const minuteLine = /^\s*mins=(\d+)/;
const relocationLine = /^RegexWhere=./;
const clientLine = /^Client: Name=(.+?) Enabled=(\d+) Address=(\S*)/;

interface JobBeingRead {
  schedule: string | null;
  hasRelocation: boolean;
  readonly runLines: { level: string; hours: number[]; minute: number }[];
}

/** By the job's name. */
export function shownJobs(text: string): ReadonlyMap<string, ShownJob> {
  const jobs = new Map<string, JobBeingRead>();
  let job: JobBeingRead | null = null;
  for (const line of linesOf(text)) {
    const name = jobLine.exec(line)?.[1];
    if (name !== undefined) jobs.set(name, (job = { schedule: null, hasRelocation: false, runLines: [] }));
    else if (job && relocationLine.test(line)) job.hasRelocation = true;
    else if (job) readScheduleLine(job, line);
  }
  return jobs;
}

function readScheduleLine(job: JobBeingRead, line: string): void {
  const schedule = scheduleLine.exec(line)?.[1];
  if (schedule !== undefined) job.schedule = schedule;
  const level = runLine.exec(line)?.[1];
  if (level !== undefined) job.runLines.push({ level: level.trim(), hours: [], minute: 0 });
  const last = job.runLines.at(-1);
  if (!last) return;
  const hours = hoursLine.exec(line)?.[1];
  if (hours !== undefined) last.hours = hours.trim().split(' ').map(Number);
  const minute = minuteLine.exec(line)?.[1];
  if (minute !== undefined) last.minute = Number(minute);
}

export function shownClients(text: string): ReadonlyMap<string, ShownClient> {
  const found = linesOf(text).map((line) => clientLine.exec(line));
  return new Map(
    found
      .filter((match) => match !== null)
      .map(([, name = '', enabled, address = '']) => [name, { address, enabled: enabled !== '0' }]),
  );
}

export function shownSchedules(text: string): readonly DirectorSchedule[] {
  const found = linesOf(text).map((line) => enabledScheduleLine.exec(line));
  return found.filter((match) => match !== null).map(([, name = '', enabled]) => ({ name, enabled: enabled !== '0' }));
}

/** Arrows mark the resources that belong to the one above. */
function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.replace(/^\s*--> /, ''));
}
