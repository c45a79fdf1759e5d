import { longestRetentionSeconds, type VolumeChange, type DeviceCommand } from '../../domain/media-commands.js';
import { invalidField, AppError } from '../../domain/error-codes.js';
import { type CommandArgument } from '../protocol/quote-argument.js';

/** A changer fetches and winds tapes first. */
export const deviceLimits = { lane: 'slow', limitMs: 180_000 } as const;
export const catalogLimits = { limitMs: 60_000 } as const;

/** Directors also take `/`, which names files outside of a storage's folder. */
const volumeName = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,126}$/;

/** Rejects a name that a new volume cannot have. */
export function rejectUnfitName(field: string, name: string): void {
  if (volumeName.test(name)) return;
  const detail = 'A volume name has at most 127 characters: letters, digits and -_.: starting with a letter or digit.';
  throw invalidField(field, detail);
}

/** The slot and the drive of a command, 0 without one. */
export function deviceNumbers({ slot = 0, drive = 0 }: Pick<DeviceCommand, 'slot' | 'drive'>): {
  readonly slot: number;
  readonly drive: number;
} {
  for (const [field, value] of Object.entries({ slot, drive })) {
    if (!Number.isSafeInteger(value) || value < 0 || value > 100_000) {
      throw invalidField(field, `"${field}" must be a whole number from 0 to 100000.`);
    }
  }
  return { slot, drive };
}

export function nameTaken(director: string, volume: string): AppError {
  return new AppError('name_taken', `Director ${director} already has a volume named ${volume}.`);
}

/** What `update volume` takes in every version; that `.volstatus` lists others, and fewer, is its own affair. */
const settableStatuses = ['Append', 'Archive', 'Cleaning', 'Disabled', 'Error', 'Full', 'Read-Only', 'Recycle', 'Used'];

interface ChangeArguments {
  readonly words: readonly CommandArgument[];
  /** The Director's message for each change that it made. */
  readonly marks: readonly RegExp[];
}

/** A change as arguments of `update volume`. Without any the Director would prompt, so that is rejected. */
export function changeArguments({ status, pool, retentionSeconds, recycle, enabled }: VolumeChange): ChangeArguments {
  rejectUnfit(status, retentionSeconds);
  const changes: readonly (readonly [keyword: string, value: string | number | undefined, mark: RegExp])[] = [
    ['volstatus', status, new RegExp(`New Volume status is: ${status}$`, 'm')],
    ['volretention', retentionSeconds, /New retention period is: /],
    ['recycle', yesOrNo(recycle), new RegExp(`New Recycle flag is: ${yesOrNo(recycle)}$`, 'm')],
    ['pool', pool, /New Pool is: /],
    ['enabled', yesOrNo(enabled), new RegExp(`New Enabled is: ${enabled === true ? 1 : 0}$`, 'm')],
  ];
  const wanted = changes.filter(([, value]) => value !== undefined);
  if (wanted.length === 0)
    throw invalidField('', 'Specify at least one change: status, pool, retentionSeconds, recycle or enabled.');
  return { words: wanted.map(([keyword, value]) => [keyword, value]), marks: wanted.map(([, , mark]) => mark) };
}

function yesOrNo(flag: boolean | undefined): string | undefined {
  if (flag === undefined) return undefined;
  return flag ? 'yes' : 'no';
}

function rejectUnfit(status: string | undefined, retentionSeconds: number | undefined): void {
  if (status !== undefined && !settableStatuses.includes(status)) {
    throw invalidField(
      'status',
      `The status of a volume can be set to ${settableStatuses.join(', ')}, not to ${status}.`,
    );
  }
  if (retentionSeconds === undefined) return;
  if (!Number.isSafeInteger(retentionSeconds) || retentionSeconds < 0 || retentionSeconds > longestRetentionSeconds) {
    throw invalidField(
      'retentionSeconds',
      `The retention must be a whole number of seconds from 0 to ${longestRetentionSeconds}.`,
    );
  }
}
