import { type RunOrder } from '../../../domain/director.port.js';
import { type Named } from '../console/checked-names.js';
import { type Daemon } from '../console/daemon-watch.js';
import { localTimeText } from '../../local-times.js';
import { type RestoreIds } from '../console/restore-source.js';
import { commandOf } from '../wire/command.js';

/*
 * Every command that a Bareos Director is sent. In JSON mode it takes a missing or unknown argument for a choice among what is left
 * and carries that out, so nothing is sent that is not written here, and no name that it was not asked about before.
 */

/** The list of names of each kind, and its key in the answer. */
export const nameLists: Readonly<Record<Named, readonly [command: string, key: string]>> = {
  job: ['.jobs', 'jobs'],
  client: ['.clients', 'clients'],
  fileset: ['.filesets', 'filesets'],
  storage: ['.storages', 'storages'],
  pool: ['.pools', 'pools'],
};

export const permittedCommands = '.help';
export const directorTime = 'time';
export const shownJobs = 'show jobs verbose';
export const shownPools = 'show pools verbose';
/**
 * The runs on their way with what each waits for, in words: `.status dir current` has letters for it, but calls a run that waits
 * for a volume running. Text mode. `.status` is not permitted to every console that may ask for `status`, which costs the
 * Director a question to its catalog for each start that is planned.
 */
export function runsOnTheirWay(isShort: boolean): string {
  return isShort ? '.status dir running' : 'status director';
}

/** `.status` is not permitted to every console that may ask for `status`, which tells more than is needed. */
export function directorHeader(isShort: boolean): string {
  return isShort ? '.status dir header' : 'status director';
}

export function defaultsOf(kind: 'job' | 'client', name: string): string {
  return commandOf('.defaults', [[kind, name]]);
}

/** Text mode. */
export function daemonHeader({ component, name }: Daemon, isShort: boolean): string {
  if (!isShort) return commandOf('status', [[component, name]]);
  return commandOf('.status', [[component, name], ['header', true]]); // prettier-ignore
}

/** Text mode. */
export function runsAtClient(client: string): string {
  return commandOf('.status', [['client', client], ['running', true]]); // prettier-ignore
}

export function mayRun(job: string): string {
  return commandOf('.authorized', [['job', job], ['cmd', 'run']]); // prettier-ignore
}

export function runJob(order: RunOrder, timezone: string): string {
  const { job, level, client, fileset, storage, pool, priority, when, mark } = order;
  return commandOf('run', [
    ['job', job],
    ['level', level === 'None' ? undefined : level],
    ['client', client],
    ['fileset', fileset],
    ['storage', storage],
    ['pool', pool],
    ['priority', priority],
    ['when', when && localTimeText(when, timezone)],
    ['comment', mark],
    ['yes', true],
  ]);
}

export function cancelRun(jobId: number): string {
  return commandOf('cancel', [['jobid', jobId], ['yes', true]]); // prettier-ignore
}

/** Jobs only: `enable storage=` is not refused but enables whatever single job happens to be disabled. */
export function enableJob(job: string, enabled: boolean): string {
  return commandOf(enabled ? 'enable' : 'disable', [['job', job]]);
}

export function schedulePreview(days: number): string {
  return commandOf('status scheduler', [['days', days]]);
}

export function prepareBrowsing(jobIds: readonly number[]): string {
  return commandOf('.bvfs_update', [['jobid', jobIds.join(',')]]);
}

/** First names of hard links go by their ids: `hardlink=` fails in 24.0.10 and 25.1.0, whatever it names. */
export function makeTable(table: string, jobIds: readonly number[], ids: RestoreIds): string {
  const list = (values: readonly (string | number)[]): string | undefined =>
    values.length === 0 ? undefined : values.join(',');
  return commandOf('.bvfs_restore', [
    ['path', table],
    ['jobid', list(jobIds)],
    ['fileid', list([...new Set([...ids.fileIds, ...ids.hardLinks.map(({ fileId }) => fileId)])])],
    ['dirid', list(ids.pathIds)],
  ]);
}

export function dropTable(table: string): string {
  return commandOf('.bvfs_cleanup', [['path', table]]);
}

export interface RestoreWords {
  readonly client: string;
  readonly restoreClient: string;
  readonly restoreJob: string;
  readonly where: string;
  readonly replace: string;
  readonly mark: string;
}

/** The client is said twice where it is one: what is left out, the Director would choose. */
export function restoreTable(table: string, words: RestoreWords): string {
  // `?` before the table's name tells the Director that it is one; names of tables hold digits only.
  // Folders may hold quotes and backslashes, and Bareos takes them escaped.
  return commandOf(
    `restore file=?${table}`,
    [
      ['client', words.client],
      ['restoreclient', words.restoreClient],
      ['restorejob', words.restoreJob],
      ['where', words.where],
      ['replace', words.replace],
      ['comment', words.mark],
      ['yes', true],
    ],
    'backslash',
  );
}
