import { type Catalog } from '../domain/catalog.port.js';
import { type FileReader } from '../domain/file-reader.port.js';
import { type RunReader } from '../domain/run-reader.port.js';
import { type VolumeReader } from '../domain/volume-reader.port.js';
import { CatalogConnection, type CatalogOptions, feedLine } from './connection.js';
import { SqlFileReader } from './files/file-reader.js';
import { SqlRestoreReader } from './restore/restore-reader.js';
import { SqlRunReader } from './runs/run-reader.js';
import { SqlVolumeReader } from './volumes/volume-reader.js';

/**
 * A Bacula-family catalog in PostgreSQL. Never writes, has few connections and a limit on every statement. Scopes hold
 * everything today; the place to narrow is each question's own conditions.
 */
export class BaculaCatalog implements Catalog {
  readonly runs: RunReader;
  readonly files: FileReader;
  readonly restore: SqlRestoreReader;
  readonly volumes: VolumeReader;
  private readonly requests: CatalogConnection;
  private readonly feed: CatalogConnection;

  constructor(options: CatalogOptions) {
    this.requests = new CatalogConnection(options);
    this.feed = new CatalogConnection(options, feedLine);
    this.runs = new SqlRunReader(this.requests);
    this.files = new SqlFileReader(this.requests, this.feed);
    this.restore = new SqlRestoreReader(this.requests);
    this.volumes = new SqlVolumeReader(this.requests, this.runs);
  }

  async close(): Promise<void> {
    await Promise.all([this.requests.close(), this.feed.close()]);
  }

  /** Which product and version made the catalog. */
  async schema(): Promise<{ readonly product: string; readonly version: number }> {
    const { product, version } = await this.requests.dialect();
    return { product, version };
  }
}
