import { type Schemas } from '../../api/request';
import { type Volume } from './volume-columns';

export type VolumeChange = Schemas['ChangeVolumeBody'];

const daySeconds = 86_400;
/** With these no Director prunes a volume. */
const keeping: ReadonlySet<string> = new Set(['Archive', 'Read-Only', 'Disabled']);
const ofEmbedded = ['Append', 'Used', 'Full', 'Archive', 'Read-Only', 'Disabled'];
const ofBacula = [...ofEmbedded, 'Cleaning', 'Error', 'Recycle'];
/** What only the Director itself sets. */
const own: Readonly<Record<string, readonly string[]>> = {
  embedded: ['Purged', 'Error'],
  bacula: ['Purged', 'Busy', 'Scratch'],
  bareos: ['Purged', 'Unlabeled'],
};

function settableBy(kind: string | undefined): readonly string[] {
  return kind === 'embedded' ? ofEmbedded : ofBacula;
}

/** What a volume's status may be set to; the one that it has is always among them. */
export function statusesFor(kind: string | undefined, now: string): readonly string[] {
  const settable = settableBy(kind);
  return settable.includes(now) ? settable : [now, ...settable];
}

/** What the statuses of volumes of all these Directors may be set to. */
export function commonStatuses(kinds: readonly string[]): readonly string[] {
  return ofBacula.filter((status) => kinds.every((kind) => settableBy(kind).includes(status)));
}

/** Whether a volume of one of these Directors can be in this status; where none is known, in any. */
export function canBe(kinds: readonly string[], status: string): boolean {
  return kinds.length === 0 || kinds.some((kind) => [...settableBy(kind), ...(own[kind] ?? [])].includes(status));
}

/** As the field shows it; a retention for good is 0 to the embedded Director, and never told by others. */
export function daysOf({ retentionSeconds }: Volume): string {
  return retentionSeconds === null ? '0' : String(Math.round((retentionSeconds / daySeconds) * 1000) / 1000);
}

export interface VolumeForm {
  readonly status: string;
  readonly pool: string;
  readonly days: string;
  readonly recycle: boolean;
  readonly enabled: boolean;
}

export function formOf(volume: Volume): VolumeForm {
  const { status, pool, recycle, enabled } = volume;
  return { status, pool: pool ?? '', days: daysOf(volume), recycle, enabled };
}

/** Only what differs from the volume as it was read. */
export function changeOf(volume: Volume, form: VolumeForm): VolumeChange {
  const old = formOf(volume);
  return {
    ...(form.status === old.status ? {} : { status: form.status }),
    ...(form.pool === old.pool ? {} : { pool: form.pool }),
    ...(form.days === old.days || form.days === ''
      ? {}
      : { retentionSeconds: Math.round(Number(form.days) * daySeconds) }),
    ...(form.recycle === old.recycle ? {} : { recycle: form.recycle }),
    ...(form.enabled === old.enabled ? {} : { enabled: form.enabled }),
  };
}

/** Whether it lets a Director of this kind prune the volume earlier or write over it, which asks for `media:destroy`. */
export function canLose(
  kind: string | undefined,
  volume: Volume,
  { status, retentionSeconds = Infinity }: VolumeChange,
): boolean {
  if (status === 'Recycle') return true;
  const retention = retentionSeconds === 0 && kind === 'embedded' ? Infinity : retentionSeconds;
  if (retention < (volume.retentionSeconds ?? Infinity)) return true;
  return status !== undefined && keeping.has(volume.status) && !keeping.has(status);
}
