import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { catalogDatabaseClauses } from '../../../src/directors/embedded/catalog-schema.js';

export interface DatabaseAccess {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
}

/** One Director's catalog on a PostgreSQL server: a database, the role that owns it and a role that may only read it. */
export class LabDatabase {
  private readonly name = `lab_${randomBytes(6).toString('hex')}`;
  readonly owner: DatabaseAccess;
  private readonly reader: DatabaseAccess;

  private constructor(private readonly server: string) {
    const { hostname, port } = new URL(server);
    const access = (role: string): DatabaseAccess => ({
      host: hostname,
      port: Number(port),
      database: this.name,
      user: `${this.name}_${role}`,
      password: randomBytes(16).toString('hex'),
    });
    this.owner = access('director');
    this.reader = access('reader');
  }

  /** `server` is the connection URL of a superuser; `schema` the SQL of the catalog's tables. */
  static async create(server: string, schema: string): Promise<LabDatabase> {
    const database = new LabDatabase(server);
    const { owner, reader } = database;
    for (const role of [owner, reader]) {
      await database.administer(`CREATE ROLE ${role.user} LOGIN PASSWORD '${role.password}'`);
    }
    await database.fill(schema);
    return database;
  }

  /** Connection URL of a role with SELECT on the catalog's tables and nothing else. Holds its password. */
  get url(): string {
    return urlOf(this.reader);
  }

  /** Changes what stands in the catalog, as the Director's own role. */
  change(sql: string): Promise<void> {
    return query(urlOf(this.owner), sql);
  }

  /** An empty catalog in place of this one: ids start over. The Director must be down. */
  async renew(schema: string): Promise<void> {
    await this.administer(`DROP DATABASE ${this.name} WITH (FORCE)`);
    await this.fill(schema);
  }

  /** Keeps what stands in the catalog, to be brought back later. Who is connected is cut off. */
  async save(): Promise<void> {
    await this.administer(`DROP DATABASE IF EXISTS ${this.name}_saved`);
    await this.takeDown();
    await this.copy(this.name, `${this.name}_saved`);
    await this.bringUp();
  }

  /** Brings back what `save` kept. The Director must be down. */
  async bringBack(): Promise<void> {
    await this.administer(`DROP DATABASE ${this.name} WITH (FORCE)`);
    await this.copy(`${this.name}_saved`, this.name);
    await this.grantReading();
  }

  /** Nobody can connect any more, and who is connected is cut off. */
  async takeDown(): Promise<void> {
    await this.administer(`ALTER DATABASE ${this.name} ALLOW_CONNECTIONS false`);
    await this.administer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${this.name}'`);
  }

  async bringUp(): Promise<void> {
    await this.administer(`ALTER DATABASE ${this.name} ALLOW_CONNECTIONS true`);
  }

  async drop(): Promise<void> {
    for (const name of [this.name, `${this.name}_saved`])
      await this.administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    for (const { user } of [this.owner, this.reader]) await this.administer(`DROP ROLE IF EXISTS ${user}`);
  }

  private async fill(schema: string): Promise<void> {
    await this.administer(`CREATE DATABASE ${this.name} OWNER ${this.owner.user} ${catalogDatabaseClauses}`);
    await this.administer(`ALTER DATABASE ${this.name} SET datestyle TO 'ISO, YMD'`);
    await query(urlOf(this.owner), schema);
    await this.grantReading();
  }

  private async grantReading(): Promise<void> {
    await query(urlOf(this.owner), `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${this.reader.user}`);
  }

  private async copy(from: string, to: string): Promise<void> {
    await this.administer(`CREATE DATABASE ${to} TEMPLATE ${from} OWNER ${this.owner.user}`);
    await this.administer(`ALTER DATABASE ${to} SET datestyle TO 'ISO, YMD'`);
  }

  private administer(sql: string): Promise<void> {
    return query(this.server, sql);
  }
}

function urlOf({ host, port, database, user, password }: DatabaseAccess): string {
  return `postgres://${user}:${password}@${host}:${port}/${database}`;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
