/** What `.defaults job=` tells of a configured job. */
export interface JobDefaults {
  readonly job: string;
  readonly type: string;
  readonly level: string;
  readonly client: string;
  readonly fileset: string;
  readonly storage: string;
  readonly pool: string;
  readonly priority: number;
  readonly enabled: boolean;
  /** Where a restore job writes; empty: to the original places. */
  readonly where: string;
}
