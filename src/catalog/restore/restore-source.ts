import { type RawPath } from '../../domain/raw-path.js';

/** A selection as the Director's own restore commands name it. */
export interface RestoreIds {
  /** Catalog ids of the newest versions of the selected files. */
  readonly fileIds: readonly string[];
  /** Catalog ids of the selected folders; each takes its tree. */
  readonly pathIds: readonly string[];
  /** Where the data of selected hard links lies: the record of the first name of each. */
  readonly hardLinks: readonly { readonly jobId: number; readonly fileIndex: number; readonly fileId: string }[];
}

/** What restores ask of the catalog in the catalog's own ids. */
export interface RestoreSource {
  /** An empty selection is everything that the runs hold. */
  restoreIds(jobIds: readonly number[], selection: readonly RawPath[]): Promise<RestoreIds>;
  /** Those of the runs whose folders the Director has not yet made ready to be browsed. */
  unprepared(jobIds: readonly number[]): Promise<readonly number[]>;
}
