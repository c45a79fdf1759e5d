import { type FileReader } from './file-reader.port.js';
import { type RestoreReader } from './restore-reader.port.js';
import { type RunReader } from './run-reader.port.js';
import { type VolumeReader } from './volume-reader.port.js';

/** One Director's catalog, with a reader for each subject. The console never writes to it. */
export interface Catalog {
  readonly runs: RunReader;
  readonly files: FileReader;
  readonly restore: RestoreReader;
  readonly volumes: VolumeReader;
}
