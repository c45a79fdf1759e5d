/** Everything a verify worker needs; plain data that can be posted to a worker thread. */
export interface VerifyTask {
  readonly jobId: number;
  readonly catalogUrl: string;
  /** Volume folder by storage name. */
  readonly storageFolders: Readonly<Record<string, string>>;
  /** The backups to read. */
  readonly jobids: readonly number[];
  /** The run's start, in milliseconds since the epoch; the worker computes the time from it and a monotonic clock. */
  readonly startedAtMs: number;
}
