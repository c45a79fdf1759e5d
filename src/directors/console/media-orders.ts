import { type DeviceOrder } from '../../domain/media-commands.js';
import { invalidField, Refusal } from '../../domain/errors.js';

/** A changer fetches and winds tapes first. */
export const deviceLimits = { lane: 'slow', limitMs: 180_000 } as const;
export const catalogLimits = { limitMs: 60_000 } as const;

/** Directors also take `/`, which names files outside of a storage's folder. */
const volumeName = /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,126}$/;

/** Refuses a name that a new volume cannot have. */
export function refuseUnfitName(field: string, name: string): void {
  if (volumeName.test(name)) return;
  const detail = 'A volume name has at most 127 characters: letters, digits and -_.: starting with a letter or digit.';
  throw invalidField(field, detail);
}

/** The slot and the drive of an order, 0 where it has none. */
export function deviceNumbers({ slot = 0, drive = 0 }: Pick<DeviceOrder, 'slot' | 'drive'>): {
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

export function nameTaken(director: string, volume: string): Refusal {
  return new Refusal('name_taken', `Director ${director} already has a volume named ${volume}.`);
}
