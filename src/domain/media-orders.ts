/** A new volume. Its name is letters, digits and `-_.:`; pool and storage are the Director's. */
export interface LabelOrder extends DeviceOrder {
  readonly volume: string;
  readonly pool: string;
}

/** What becomes different of a volume; what is left out stays. */
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
export interface DeviceOrder {
  readonly storage: string;
  readonly slot?: number;
  readonly drive?: number;
}

export interface MediaAnswer {
  /** What the Director said of it, for people to read. */
  readonly words: string;
}
