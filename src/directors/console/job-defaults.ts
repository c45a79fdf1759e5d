/** What a Director says of a configured job. */
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
  /** Whether it has a RegexWhere or prefixes, which Directors prefer to `where`. False also where the Director does not show it. */
  readonly hasRelocation: boolean;
}
