import { type Client } from 'pg';
import { advisoryLocks } from '../../../database/advisory-locks.js';
import { connectCatalog } from '../catalog-connection.js';

/**
 * One process owns a catalog: it runs the jobs and writes the records, others only read. Ownership is a lock on a connection of
 * its own, so that it ends with the process, however that ends. It is not on the LockConnection: that is in another database,
 * tries again by itself, and does not tell a lock that another process has from a database that is away.
 */
export class CatalogOwnership {
  private connection: Client | null = null;
  private owned = false;
  private seenElsewhere = false;

  constructor(private readonly url: string) {}

  get isOwned(): boolean {
    return this.owned;
  }

  /** Whether another process had it when it was last tried; else, where it is not owned, the database was away. */
  get isElsewhere(): boolean {
    return this.seenElsewhere;
  }

  /** Locks the catalog if it is free. Throws if the database cannot be reached. */
  async tryTake(): Promise<boolean> {
    if (this.owned) return true;
    const connection = (this.connection ??= await this.connect());
    const { rows } = await connection.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      advisoryLocks.catalogOwnership,
    ]);
    const isTaken = rows[0]?.taken === true;
    this.seenElsewhere = !isTaken;
    this.owned = isTaken && this.connection === connection;
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
