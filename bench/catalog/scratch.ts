import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { catalogDatabaseClauses, ensureCatalogSchema } from '../../src/directors/embedded/catalog-schema.js';
import { EmbeddedPostgres } from '../../src/database/embedded-postgres/embedded-postgres.js';
import { catalogReader, catalogShapes } from '../../test/harness/builders/catalog-shapes.js';

export interface ScratchOptions {
  /** Kept, and what is in it used again; null: a temporary folder that goes at the end. */
  readonly keep: string | null;
  /** Of PostgreSQL's own cache. */
  readonly cacheMegabytes: number;
}

/** A folder with a PostgreSQL of its own, in the place of the one that a Director has its catalog in. */
export class Scratch {
  private constructor(
    readonly folder: string,
    private readonly isKept: boolean,
    private readonly postgres: EmbeddedPostgres,
  ) {}

  static async start({ keep, cacheMegabytes }: ScratchOptions): Promise<Scratch> {
    const folder = keep ?? mkdtempSync(join(tmpdir(), 'backup-console-bench-catalog-'));
    mkdirSync(folder, { recursive: true });
    const settings = [
      ...[`shared_buffers=${cacheMegabytes}MB`, 'max_wal_size=4GB', 'checkpoint_timeout=30min'],
      // It would come in the middle of whatever is measured; tables are vacuumed when they are made.
      'autovacuum=off',
    ];
    const postgres = await EmbeddedPostgres.start({ folder: join(folder, 'catalogs'), settings });
    const scratch = new Scratch(folder, keep !== null, postgres);
    await scratch.ensureReader();
    return scratch;
  }

  url(database: string): string {
    return this.postgres.url(database);
  }

  /** As a role that may SELECT and nothing else. */
  readerUrl(database: string): string {
    const reader = new URL(this.url(database));
    reader.username = catalogReader.role;
    reader.password = catalogReader.password;
    return reader.toString();
  }

  /**
   * A catalog as Bacula 15 makes it, filled by `fill` unless an earlier one that was kept is whole. Answers what `fill`
   * answered.
   */
  async catalog<Facts>(name: string, fill: (client: Client) => Promise<Facts>): Promise<Facts> {
    const factsFile = join(this.folder, `${name}.json`);
    if (existsSync(factsFile)) return JSON.parse(readFileSync(factsFile, 'utf8')) as Facts;
    await this.asOwner('postgres', (client) => client.query(`DROP DATABASE IF EXISTS ${name}`));
    await this.postgres.ensureDatabase(name, catalogDatabaseClauses);
    await ensureCatalogSchema(this.url(name));
    await this.setDurable(false);
    const shape = catalogShapes.find((one) => one.name === 'Bacula 15');
    const facts = await this.asOwner(name, async (client) => {
      await client.query(shape?.changes ?? '');
      await client.query("SET synchronous_commit = off; SET work_mem = '512MB'; SET maintenance_work_mem = '1GB'");
      const made = await fill(client);
      await client.query('VACUUM ANALYZE');
      await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${catalogReader.role}`);
      return made;
    });
    await this.setDurable(true);
    writeFileSync(factsFile, JSON.stringify(facts));
    return facts;
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
    if (!this.isKept) rmSync(this.folder, { recursive: true, force: true });
  }

  private async ensureReader(): Promise<void> {
    await this.asOwner('postgres', async (client) => {
      const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [catalogReader.role]);
      if (rowCount === 0) {
        await client.query(`CREATE ROLE ${catalogReader.role} LOGIN PASSWORD '${catalogReader.password}'`);
      }
    });
  }

  /** What is made anew after a fall needs no flushes; what is measured is flushed as in service. */
  private async setDurable(isDurable: boolean): Promise<void> {
    await this.asOwner('postgres', async (client) => {
      await client.query(`ALTER SYSTEM SET fsync = ${isDurable ? 'on' : 'off'}`);
      await client.query('SELECT pg_reload_conf()');
      await client.query('CHECKPOINT');
    });
  }
}
