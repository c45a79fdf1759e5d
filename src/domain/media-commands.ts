/** A new volume. Its name is letters, digits and `-_.:`; pool and storage are the Director's. */
export interface LabelCommand extends DeviceCommand {
  readonly volume: string;
  readonly pool: string;
}

/** A hundred years; a retention that is longer is rejected. */
export const longestRetentionSeconds = 100 * 366 * 86_400;

/** The changed members of a volume; absent ones stay. */
export interface VolumeChange {
  /** One of the Director's words, for example `Append` or `Used`; `Purged` is what a purge is for. */
  readonly status?: string;
  /** Moves the volume there. */
  readonly pool?: string;
  readonly retentionSeconds?: number;
  readonly recycle?: boolean;
  readonly enabled?: boolean;
}

/** A storage, and which of its drives and slots where it is an autochanger; both begin at 0, which is also the default. */
export interface DeviceCommand {
  readonly storage: string;
  readonly slot?: number;
  readonly drive?: number;
}

/** A new label on media whose volume has no runs any more; the volume's name in the catalog becomes `newName`. */
export interface RelabelOrder extends DeviceCommand {
  readonly volume: string;
  readonly newName: string;
  readonly pool: string;
}

/** Labels the media in a changer by their barcodes; without `slots` all that have one and no volume yet. */
export interface BarcodeLabelOrder {
  readonly storage: string;
  readonly pool: string;
  readonly drive?: number;
  readonly slots?: readonly number[];
}

/** Some slots of a changer; without `slots` all of them. */
export interface SlotsOrder {
  readonly storage: string;
  readonly drive?: number;
  readonly slots?: readonly number[];
}

export interface MediaAnswer {
  /** The Director's reply, for people to read. */
  readonly words: string;
}
