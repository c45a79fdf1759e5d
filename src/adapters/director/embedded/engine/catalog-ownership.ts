import { type Client } from 'pg';
import { connectCatalog } from '../catalog-connection.js';

/** Advisory lock of the one process that runs jobs on a catalog. */
const ownershipLock = 7_301_128;

/**
 * One process owns a catalog: it runs the jobs and writes the records, others only read. Ownership is a lock on a connection of
 * its own, so that it ends with the process, however that ends.
 */
export class CatalogOwnership {
  private connection: Client | null = null;
  private owned = false;

  constructor(private readonly url: string) {}

  get isOwned(): boolean {
    return this.owned;
  }

  /** Takes the catalog if nobody has it. Throws where the database cannot be reached. */
  async tryTake(): Promise<boolean> {
    if (this.owned) return true;
    const connection = (this.connection ??= await this.connect());
    const { rows } = await connection.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      ownershipLock,
    ]);
    this.owned = rows[0]?.taken === true && this.connection === connection;
    return this.owned;
  }

  async release(): Promise<void> {
    const { connection } = this;
    this.connection = null;
    this.owned = false;
    await connection?.end().catch(() => undefined);
  }

  private async connect(): Promise<Client> {
    const connection = await connectCatalog(this.url, 'embedded director');
    connection.once('end', () => {
      if (this.connection !== connection) return;
      this.connection = null;
      this.owned = false;
    });
    return connection;
  }
}
