import { Client } from 'pg';
import { catalogReader } from '../../test/harness/builders/catalog-shapes.js';
import { type Scratch } from '../scratch.js';

const sampleMs = 50;

/** Counts the console's connections to each catalog every 50 ms. */
export class CatalogConnections {
  private readonly highest = new Map<string, number>();
  private isStopped = false;
  private readonly sampling: Promise<void>;

  private constructor(private readonly client: Client) {
    this.sampling = this.sample();
    // After a failure elsewhere the server stops first, and the lost connection must not hide the reason. `stop` throws it.
    this.sampling.catch(() => undefined);
  }

  static async watch(scratch: Scratch): Promise<CatalogConnections> {
    const client = new Client({ connectionString: scratch.url('postgres') });
    client.on('error', () => undefined);
    await client.connect();
    return new CatalogConnections(client);
  }

  /** The highest numbers, by the application name of the connections and the catalog. */
  async stop(): Promise<ReadonlyMap<string, number>> {
    this.isStopped = true;
    await this.sampling;
    return this.highest;
  }

  private async sample(): Promise<void> {
    while (!this.isStopped) {
      const { rows } = await this.client.query<{ datname: string; name: string; connections: number }>(
        `SELECT datname, application_name AS name, count(*)::integer AS connections FROM pg_stat_activity
         WHERE application_name LIKE 'backup-console%' AND usename = $1 GROUP BY 1, 2`,
        [catalogReader.role],
      );
      for (const { datname, name, connections } of rows) {
        const key = `${name} of ${datname.replace(/_.*/, '')}`;
        this.highest.set(key, Math.max(this.highest.get(key) ?? 0, connections));
      }
      await new Promise((resolve) => setTimeout(resolve, sampleMs));
    }
    await this.client.end();
  }
}
