import { type RunOrder } from '../../domain/director.port.js';
import {
  type BarcodeLabelOrder,
  type LabelCommand,
  type RelabelOrder,
  type SlotsOrder,
} from '../../domain/media-commands.js';
import { type NamedResources } from '../console/replies.js';
import { type Daemon } from '../console/daemon-monitor.js';
import { localTimeText } from '../../platform/local-times.js';
import { placeWords, type RestoreWhere } from '../console/restore-command.js';
import { type RestoreIds } from '../../catalog/restore/restore-ids.js';
import { deviceNumbers } from '../console/volume-command.js';
import { type CommandArgument, commandOf, quote } from '../protocol/quote-argument.js';

/*
 * All commands that are sent to a Bareos Director. In JSON mode it takes a missing or unknown argument for a choice among the rest
 * and executes that. So only the commands here are sent, and only names that were looked up before.
 */

/** The list of names of each kind, and its key in the answer. */
export const nameListCommands: Readonly<Record<NamedResources, readonly [command: string, key: string]>> = {
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
 * The active runs and what each waits for, as text: `.status dir current` has letters for it, but calls a run that waits for a
 * volume running. Text mode. `.status` is not permitted to every console that may use `status`, which costs the Director a catalog
 * query for each planned start.
 */
export function activeRuns(isShort: boolean): string {
  return isShort ? '.status dir running' : 'status director';
}

/** `.status` is not permitted to every console that may use `status`, which returns more than is needed. */
export function directorHeader(isShort: boolean): string {
  return isShort ? '.status dir header' : 'status director';
}

export function defaultsOf(kind: 'job' | 'client' | 'storage', name: string): string {
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

/** What can be taken out of the schedule, and the key of its list in the answer. */
export const switchable = { job: 'jobs', client: 'clients', schedule: 'schedules' } as const;

/** Not for storages: `enable storage=` is not rejected but enables the only disabled job. */
export function switchOn(kind: keyof typeof switchable, name: string, enabled: boolean): string {
  return commandOf(enabled ? 'enable' : 'disable', [[kind, name]]);
}

export const scheduleList = '.schedule';

export function schedulePreview(days: number): string {
  return commandOf('status scheduler', [['days', days]]);
}

export function prepareBrowsing(jobIds: readonly number[]): string {
  return commandOf('.bvfs_update', [['jobid', jobIds.join(',')]]);
}

/** First names of hard links go by their ids: `hardlink=` always fails in 24.0.10 and 25.1.0. */
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

export interface RestoreCommand {
  readonly client: string;
  readonly restoreClient: string;
  readonly restoreJob: string;
  readonly storage: string | undefined;
  readonly place: RestoreWhere;
  readonly replace: string;
  readonly pluginOptions: string | undefined;
  readonly mark: string;
}

/** The client is named twice if source and target are the same: the Director would choose a missing one. */
export function restoreTable(table: string, words: RestoreCommand): string {
  // `?` before the table's name marks it as a table for the Director; names of tables contain digits only.
  // Folders may contain quotes and backslashes, and Bareos accepts them escaped.
  const command = commandOf(
    `restore file=?${table}`,
    [
      ['client', words.client],
      ['restoreclient', words.restoreClient],
      ['restorejob', words.restoreJob],
      ['storage', words.storage],
      ...placeWords(words.place),
      ['replace', words.replace],
      ['comment', words.mark],
      ['yes', true],
    ],
    'backslash',
  );
  return words.pluginOptions === undefined ? command : `${command} ${pluginWord(words.pluginOptions)}`;
}

/**
 * The Director removes the quotes and writes the options unquoted into a `run` command of its own. There a space would begin an
 * argument, such as another `where`. Quoted inside the quotes, they stay one argument. `quote` rejects what would end either.
 */
function pluginWord(options: string): string {
  const inner = quote(options, 'pluginOptions').replaceAll('"', '');
  return `pluginoptions="\\"${inner}\\""`;
}

export const storageList = 'list storages';

/** Text mode. Lists the devices of this storage only, and all runs of its daemon. */
export function storageStatus(storage: string): string {
  return commandOf('status', [['storage', storage]]);
}

/** Text mode. Lists all devices of the daemon of this storage. */
export function storageSection(storage: string, section: 'devices' | 'running'): string {
  return commandOf('.status', [['storage', storage], [section, true]]); // prettier-ignore
}

/** Text mode. From the Director's memory if it queried less than its Cache Status Interval ago, even if the daemon is down. */
export function storageSlots(storage: string): string {
  return commandOf('status', [['storage', storage], ['slots', true]]); // prettier-ignore
}

/** An empty record where there is no volume of this name. */
export function volumeRecord(volume: string): string {
  return commandOf('llist', [['volume', volume]]);
}

/*
 * Commands about media. In text mode, except for deletions: as JSON they answer `{}`, done or not. Drives and slots are always
 * named, because the Director prompts for missing ones.
 */

export function labelVolume(order: LabelCommand): string {
  return commandOf('label', [['pool', order.pool], ['volume', order.volume], ...placeOf(order)]); // prettier-ignore
}

export function relabelVolume({ volume, newName, pool, ...place }: RelabelOrder): string {
  return commandOf('relabel', [['oldvolume', volume], ['volume', newName], ['pool', pool], ...placeOf(place)]); // prettier-ignore
}

export function labelBarcodes({ storage, pool, drive, slots }: BarcodeLabelOrder): string {
  const { drive: number } = deviceNumbers({ ...(drive === undefined ? {} : { drive }) });
  return commandOf('label', [
    ['storage', storage],
    ['pool', pool],
    ['drive', number],
    ['slots', slots?.join(',')],
    ['barcodes', true],
    ['yes', true],
  ]);
}

export function updateVolume(volume: string, words: readonly CommandArgument[]): string {
  return commandOf('update', [['volume', volume], ...words]);
}

/** It answers "Purge canceled." where `yes` is missing, as JSON too. */
export function dropRunsOn(verb: 'prune' | 'purge', volume: string): string {
  return commandOf(verb, [['volume', volume], ['yes', true]]); // prettier-ignore
}

/** With its pool and storage, because the Director prompts a console that may not use all of them. */
export function truncateVolume(volume: string, pool: string, storage: string): string {
  return commandOf('truncate', [
    ['volstatus', 'Purged'],
    ['storage', storage],
    ['pool', pool],
    ['volume', volume],
    ['drive', 0],
    ['yes', true],
  ]);
}

/** JSON mode. */
export function deleteVolume(volume: string): string {
  return commandOf('delete', [['volume', volume], ['yes', true]]); // prettier-ignore
}

/** JSON mode. */
export function deleteRun(jobId: number): string {
  return commandOf('delete', [['jobid', jobId], ['yes', true]]); // prettier-ignore
}

export function mountDevice(storage: string, slot: number, drive: number): string {
  return commandOf('mount', [['storage', storage], ['slot', slot], ['drive', drive]]); // prettier-ignore
}

export function leaveDevice(verb: 'unmount' | 'release', storage: string, drive: number): string {
  return commandOf(verb, [['storage', storage], ['drive', drive]]); // prettier-ignore
}

export function updateSlots({ storage, slots, drive = 0 }: SlotsOrder): string {
  return commandOf('update', [['slots', slots?.join(',') ?? true], ['storage', storage], ['drive', drive]]); // prettier-ignore
}

export function moveVolumes(verb: 'import' | 'export', { storage, slots }: SlotsOrder): string {
  return commandOf(verb, [['storage', storage], ['srcslots', slots?.join(',')]]); // prettier-ignore
}

function placeOf(order: {
  readonly storage: string;
  readonly slot?: number;
  readonly drive?: number;
}): readonly CommandArgument[] {
  const { slot, drive } = deviceNumbers(order);
  return [['storage', order.storage], ['slot', slot], ['drive', drive]]; // prettier-ignore
}
