import { Client } from 'pg';
import { catalogReader } from '../../test/harness/builders/catalog-shapes.js';
import { type Scratch } from './scratch.js';

/** While the console reads catalogs of itself. */
const closeLookMs = 50;
/** Beside answers that are timed: the look takes milliseconds, and twenty in a second were the slowest twentieth of what was measured. */
const seldomLookMs = 2_000;

/** Counts, the whole time, how many connections the console has to each catalog. */
export class CatalogConnections {
  private readonly most = new Map<string, number>();
  private isStopped = false;
  private lookMs = closeLookMs;

  private constructor(private readonly watching: Promise<void>) {}

  static async watch(scratch: Scratch): Promise<CatalogConnections> {
    const client = new Client({ connectionString: scratch.url('postgres') });
    // Where the bench failed the server goes before this one looks again, and that must not hide the reason.
    client.on('error', () => undefined);
    await client.connect();
    const holder: { watcher?: CatalogConnections } = {};
    const loop = async (): Promise<void> => {
      while (holder.watcher?.isStopped !== true) {
        const { rows } = await client.query<{ datname: string; name: string; connections: number }>(
          `SELECT datname, application_name AS name, count(*)::integer AS connections FROM pg_stat_activity
           WHERE application_name LIKE 'backup-console%' AND usename = $1 GROUP BY 1, 2`,
          [catalogReader.role],
        );
        for (const row of rows)
          holder.watcher?.note(`${row.name} of ${row.datname.replace(/_.*/, '')}`, row.connections);
        await new Promise((resolve) => setTimeout(resolve, holder.watcher?.lookMs ?? closeLookMs));
      }
      await client.end();
    };
    holder.watcher = new CatalogConnections(
      Promise.resolve()
        .then(loop)
        .catch(() => undefined),
    );
    return holder.watcher;
  }

  /** How closely it looks from now on. */
  look(how: 'closely' | 'seldom'): void {
    this.lookMs = how === 'closely' ? closeLookMs : seldomLookMs;
  }

  /** The most at one time, by what they call themselves and the catalog that they are of. */
  async stop(): Promise<ReadonlyMap<string, number>> {
    this.isStopped = true;
    await this.watching;
    return this.most;
  }

  private note(what: string, connections: number): void {
    this.most.set(what, Math.max(this.most.get(what) ?? 0, connections));
  }
}
