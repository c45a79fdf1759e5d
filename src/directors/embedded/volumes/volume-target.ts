/** Where a run's data goes. */
export interface VolumeTarget {
  readonly poolId: number;
  readonly poolName: string;
  readonly storageId: number;
  readonly folder: string;
  /** A volume of this size takes no further member. */
  readonly volumeBytes: number;
}
