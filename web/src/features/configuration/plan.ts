import { type DayRule } from '../../components/schedule-pattern';
import { type ListedResource, type Operation, type Start, type Values } from './records';
import { cronOf, everyDay } from './cron';
import { canBeExcluded, type FolderSelection, isSelected, pathOf } from './folder-selection';
import { type Keep } from './keep-fields';

/** What the configuration has of each type already. */
export interface Existing {
  readonly clients: readonly ListedResource[];
  readonly storages: readonly ListedResource[];
  readonly pools: readonly ListedResource[];
  readonly filesets: readonly ListedResource[];
  readonly schedules: readonly ListedResource[];
  readonly jobs: readonly ListedResource[];
}

/** How long backups are kept; `retention` null: for ever. */
export interface Retention {
  readonly retention: string | null;
  readonly keep: Keep;
}

/** A new schedule in the words of the page; null: an existing one by its name, or none. */
export interface Rhythm {
  readonly kind: 'days' | 'hours';
  /** 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly time: string;
  readonly everyHours: number;
  readonly full: 'weekly' | 'monthly' | 'always';
  readonly fullDay: number;
}

export interface Plan {
  readonly selection: FolderSelection;
  readonly presets: readonly string[];
  readonly patterns: readonly string[];
  readonly markerFiles: readonly string[];
  readonly oneFilesystem: boolean;
  readonly client: string;
  /** The name of a storage; null: a new one in `folder`. */
  readonly storage: string | null;
  readonly folder: string;
  /** The name of a schedule; empty: none; null: a new one. */
  readonly schedule: string | null;
  readonly rhythm: Rhythm;
  readonly kept: Retention;
  /** Empty: a name is made from what is backed up. */
  readonly name: string;
}

const weekdays = [1, 2, 3, 4, 5, 6, 7];

export const usualRhythm: Rhythm = {
  kind: 'days',
  weekdays,
  time: '23:05',
  everyHours: 6,
  full: 'weekly',
  fullDay: 7,
};

const days = (on: DayRule, time: string): string => cronOf({ kind: 'days', on, time });

function onWeekdays(chosen: readonly number[], time: string): string {
  return days(chosen.length === 7 ? everyDay : { kind: 'weekdays', weekdays: chosen }, time);
}

/** Of two starts at one time the Director runs the more thorough one: the other need not leave it out by a rule of the month. */
export function startsOf({ kind, weekdays: chosen, time, everyHours, full, fullDay }: Rhythm): readonly Start[] {
  if (kind === 'hours') {
    const at = cronOf({ kind: 'hours', every: everyHours, minute: Number(time.slice(3)) });
    if (full === 'always') return [{ level: 'Full', at }];
    return [fullStart(full, fullDay, `00:${time.slice(3)}`), { level: 'Incremental', at }];
  }
  if (full === 'always') return [{ level: 'Full', at: onWeekdays(chosen, time) }];
  if (full === 'monthly') {
    return [fullStart(full, fullDay, time), { level: 'Incremental', at: onWeekdays(chosen, time) }];
  }
  const others = chosen.filter((day) => day !== fullDay);
  const rest = others.length === 0 ? [] : [{ level: 'Incremental', at: onWeekdays(others, time) }];
  return [fullStart(full, fullDay, time), ...rest];
}

function fullStart(full: 'weekly' | 'monthly', weekday: number, time: string): Start {
  const on: DayRule =
    full === 'monthly' ? { kind: 'weeks', weekdays: [weekday], weeks: [1] } : { kind: 'weekdays', weekdays: [weekday] };
  return { level: 'Full', at: days(on, time) };
}

/** A name that no resource of the list has. */
export function freeName(wanted: string, taken: readonly { readonly name: string }[]): string {
  const isTaken = (name: string) => taken.some((one) => one.name === name);
  if (!isTaken(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!isTaken(`${wanted} ${number}`)) return `${wanted} ${number}`;
}

/** Names take no commas, and 127 bytes: half of it leaves room for a number. */
function nameOfPath(path: string): string {
  const last = path
    .slice(path.lastIndexOf('/') + 1)
    .replaceAll(/[,\p{Cc}]/gu, ' ')
    .trim();
  return last === '' || last === '.' || last === '..' ? 'Machine' : Array.from(last).slice(0, 30).join('');
}

/** The name of a backup of these, where none is typed. */
export function suggestedName({ include }: FolderSelection, { jobs, filesets }: Existing): string {
  const [first] = include;
  return freeName(nameOfPath(first ?? '/'), [...jobs, ...filesets]);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function sorted(keep: Keep): unknown {
  return Object.entries(keep).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** How long a pool keeps, as far as this page can say it. */
export function retentionOf({ own }: ListedResource): Retention {
  const { retention, keep } = own;
  return { retention: typeof retention === 'string' ? retention : null, keep: keep ?? {} };
}

export function isSameRetention(one: Retention, other: Retention): boolean {
  return one.retention === other.retention && isSame(sorted(one.keep), sorted(other.keep));
}

/** Folders of storages that the backup would contain: no backup reads them, and a pattern shows it. */
function storagesInside({ selection, storage, folder }: Plan, { storages }: Existing): readonly string[] {
  const folders = storages.flatMap(({ own }) => (typeof own['folder'] === 'string' ? [own['folder']] : []));
  const all = storage === null ? [...folders, folder.trim()] : folders;
  return all.map(pathOf).filter((path) => path.startsWith('/') && isSelected(selection, path) && canBeExcluded(path));
}

export function filesetOf(plan: Plan, known: Existing): Values {
  const { selection, presets, patterns, markerFiles, oneFilesystem } = plan;
  const exclude = [...new Set([...selection.exclude, ...storagesInside(plan, known), ...patterns])];
  return {
    include: selection.include,
    ...(exclude.length === 0 ? {} : { exclude }),
    ...(presets.length === 0 ? {} : { excludePresets: presets }),
    ...(markerFiles.length === 0 ? {} : { markerFiles }),
    ...(oneFilesystem ? {} : { oneFilesystem }),
  };
}

interface Named {
  readonly name: string;
  readonly operations: readonly Operation[];
}

const existing = (name: string): Named => ({ name, operations: [] });

function added(type: string, name: string, value: Values): Named {
  return { name, operations: [{ op: 'add', type, name, value }] };
}

/** The words of the page in the names of what is new. */
export interface NewNames {
  readonly schedule: string;
  readonly pool: string;
}

/** What adds the backup: only what does not exist yet is new. */
export function operationsOfPlan(plan: Plan, known: Existing, names: NewNames): readonly Operation[] {
  const name = plan.name || suggestedName(plan.selection, known);
  const client = known.clients.some((one) => one.name === plan.client)
    ? existing(plan.client)
    : added('client', plan.client, {});
  const folder = pathOf(plan.folder.trim());
  const storage =
    plan.storage === null
      ? added('storage', freeName(nameOfPath(folder), known.storages), { folder })
      : existing(plan.storage);
  const pool = poolOf(plan.kept, known, names.pool);
  const schedule = scheduleOf(plan, known, names.schedule);
  const fileset = added('fileset', freeName(name, known.filesets), filesetOf(plan, known));
  const job = added('job', name, {
    client: client.name,
    fileset: fileset.name,
    ...(schedule === null ? {} : { schedule: schedule.name }),
    storage: storage.name,
    pool: pool.name,
  });
  const parts = [client, storage, pool, fileset, ...(schedule === null ? [] : [schedule]), job];
  return parts.flatMap(({ operations }) => operations);
}

function poolOf(kept: Retention, { pools }: Existing, name: string): Named {
  const same = pools.find((pool) => isSameRetention(retentionOf(pool), kept));
  if (same) return existing(same.name);
  const { retention, keep } = kept;
  return added('pool', freeName(name, pools), {
    ...(retention === null ? {} : { retention }),
    ...(retention === null || Object.keys(keep).length === 0 ? {} : { keep }),
  });
}

function scheduleOf({ schedule, rhythm }: Plan, { schedules }: Existing, name: string): Named | null {
  if (schedule !== null) return schedule === '' ? null : existing(schedule);
  const starts = startsOf(rhythm);
  const same = schedules.find(({ own }) => isSame(own['starts'], starts));
  return same ? existing(same.name) : added('schedule', freeName(name, schedules), { starts });
}
