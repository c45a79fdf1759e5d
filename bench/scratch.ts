import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { catalogDatabaseClauses, ensureCatalogSchema } from '../src/directors/embedded/catalog-schema.js';
import { EmbeddedPostgres } from '../src/database/embedded-postgres/embedded-postgres.js';
import { catalogReader, catalogShapes } from '../test/harness/builders/catalog-shapes.js';

/** A temporary folder with a PostgreSQL for catalogs, like the server that a Director uses. */
export class Scratch {
  private constructor(
    readonly folder: string,
    private readonly postgres: EmbeddedPostgres,
  ) {}

  static async start({ cacheMegabytes }: { readonly cacheMegabytes: number }): Promise<Scratch> {
    const folder = mkdtempSync(join(tmpdir(), 'backup-console-bench-'));
    const settings = [
      ...[`shared_buffers=${cacheMegabytes}MB`, 'max_wal_size=4GB', 'checkpoint_timeout=30min'],
      // It would start during a measurement. Tables are vacuumed when they are created.
      'autovacuum=off',
    ];
    const postgres = await EmbeddedPostgres.start({ folder: join(folder, 'catalogs'), settings });
    const scratch = new Scratch(folder, postgres);
    const { role, password } = catalogReader;
    await scratch.asOwner('postgres', (client) => client.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`));
    return scratch;
  }

  url(database: string): string {
    return this.postgres.url(database);
  }

  /** For a role that may SELECT and nothing else. */
  readerUrl(database: string): string {
    const reader = new URL(this.url(database));
    reader.username = catalogReader.role;
    reader.password = catalogReader.password;
    return reader.toString();
  }

  /** A catalog with the schema of Bacula 15, filled by `fill`. */
  baculaCatalog<Facts>(name: string, fill: (client: Client) => Promise<Facts>): Promise<Facts> {
    const shape = catalogShapes.find((one) => one.name === 'Bacula 15');
    return this.catalog(name, shape?.changes ?? '', fill);
  }

  /** A catalog of the embedded Director, filled by `fill`. */
  embeddedCatalog<Facts>(name: string, fill: (client: Client) => Promise<Facts>): Promise<Facts> {
    return this.catalog(name, '', fill);
  }

  async asOwner<T>(database: string, work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      await client.query("SET client_encoding = 'SQL_ASCII'");
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async catalog<Facts>(
    name: string,
    changes: string,
    fill: (client: Client) => Promise<Facts>,
  ): Promise<Facts> {
    await this.postgres.ensureDatabase(name, catalogDatabaseClauses);
    await ensureCatalogSchema(this.url(name));
    await this.setFsync('off');
    const facts = await this.asOwner(name, async (client) => {
      await client.query(changes);
      await client.query("SET synchronous_commit = off; SET work_mem = '512MB'; SET maintenance_work_mem = '1GB'");
      const made = await fill(client);
      await client.query('VACUUM ANALYZE');
      await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${catalogReader.role}`);
      return made;
    });
    await this.setFsync('on');
    return facts;
  }

  /** Catalogs are created without fsync; what is measured runs with it, as in production. */
  private async setFsync(fsync: 'on' | 'off'): Promise<void> {
    await this.asOwner('postgres', async (client) => {
      await client.query(`ALTER SYSTEM SET fsync = ${fsync}`);
      await client.query('SELECT pg_reload_conf()');
      await client.query('CHECKPOINT');
    });
  }
}
