export const deviceStatuses = ['idle', 'reading', 'writing', 'blocked', 'disabled', 'unknown'] as const;
/** `blocked`: a run waits for it to be served; `unknown`: its storage did not answer. */
export type DeviceStatus = (typeof deviceStatuses)[number];

/** A drive, or a folder that is one. */
export interface DeviceState {
  readonly device: string;
  readonly storage: string;
  readonly mediaType: string | null;
  /** The autochanger of this drive; null: a standalone device. */
  readonly autochanger: string | null;
  /** Its number among the changer's drives, from 0. */
  readonly drive: number | null;
  readonly status: DeviceStatus;
  /** What it is blocked for, in a few words. */
  readonly waitsFor: string | null;
  /** The volume loaded in it, and that volume's pool. */
  readonly volume: string | null;
  readonly pool: string | null;
  readonly enabled: boolean;
  /** Of the file system, if there is one and the storage reports it. */
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
  /** Why nothing is known of it. */
  readonly error: string | null;
}

export interface StorageState {
  readonly storage: string;
  readonly mediaType: string | null;
  /** Whether it is, or has, an autochanger. */
  readonly autochanger: boolean;
  /** Where the Director reaches it, or the folder; null if unknown. */
  readonly address: string | null;
  readonly answers: boolean;
  /** Why it does not answer. */
  readonly error: string | null;
  readonly freeBytes: number | null;
  readonly totalBytes: number | null;
  readonly devices: readonly DeviceState[];
}

/** A place in a changer. */
export interface SlotState {
  readonly slot: number;
  /** `drive`: a drive, by its number; `exchange`: a place for taking media out and in. */
  readonly kind: 'slot' | 'drive' | 'exchange';
  /** By its barcode; null: empty, or no readable barcode. */
  readonly volume: string | null;
  /** The catalog's data of this volume; null: it has none of this name. */
  readonly pool: string | null;
  readonly status: string | null;
}
