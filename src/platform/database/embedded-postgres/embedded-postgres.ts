import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { keptSecret } from '../../security/kept-secret.js';
import { applicationRole, ensureApplicationRole, handOver, ownsDatabase } from './application-role.js';
import { findPostgresBinaries, type PostgresBinaries } from './binaries.js';
import { freePort } from './free-port.js';
import { findPostmaster, removeDeadLock, stopPostmaster } from './postmaster-pid.js';
import { findUnprivileged, type Unprivileged } from './unprivileged.js';

const superuser = 'console';
const startLimitMs = 30_000;
const logLimitBytes = 4 * 1024 * 1024;

const newPassword = (): string => randomBytes(24).toString('base64url');

export interface EmbeddedPostgresOptions {
  /** Holds `data`, `password`, `application-password` and `log`; made if missing. */
  readonly folder: string;
  /** Further `name=value` settings; for throw-away clusters of tests. */
  readonly settings?: readonly string[];
  readonly onNotice?: (text: string) => void;
}

/**
 * A PostgreSQL of our own on a free loopback port, from the binaries of an npm package: made on first use, stopped with us,
 * found again and ended when a killed console left it behind, started again when it dies under us.
 */
export class EmbeddedPostgres {
  private child: ChildProcess | null = null;
  private stopping = false;
  private readonly binaries: PostgresBinaries;
  private readonly unprivileged: Unprivileged;
  private readonly dataFolder: string;

  private constructor(
    private readonly options: EmbeddedPostgresOptions,
    private readonly password: string,
    private port: number,
  ) {
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    this.binaries = findPostgresBinaries();
    this.unprivileged = findUnprivileged(this.binaries.postgres, options.folder);
    this.dataFolder = join(options.folder, 'data');
  }

  static async start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    const password = keptSecret(join(options.folder, 'password'), newPassword);
    const postgres = new EmbeddedPostgres(options, password, 0);
    await postgres.endOrphan();
    postgres.ensureCluster();
    await postgres.launch();
    return postgres;
  }

  get folder(): string {
    return this.options.folder;
  }

  /** A connection URL of the superuser for one of its databases. Holds the password: never log it. */
  url(database: string): string {
    return this.urlAs(superuser, this.password, database);
  }

  /** The same of the role that the console works as, which ensureApplicationRole makes. */
  applicationUrl(database: string): string {
    return this.urlAs(applicationRole, this.applicationPassword(), database);
  }

  /** Makes the database unless it stands; `clauses` is SQL of our own that follows CREATE DATABASE. */
  async ensureDatabase(name: string, clauses = ''): Promise<void> {
    await this.asSuperuser('postgres', async (client) => {
      const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
      if (found.rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} ${clauses}`);
    });
  }

  /** Makes the role that the console works as. `owned` is a database that is to be its own, also one that a superuser filled before. */
  async ensureApplicationRole(owned: string | null): Promise<void> {
    const isOwned = await this.asSuperuser('postgres', async (client) => {
      await ensureApplicationRole(client, this.applicationPassword());
      return owned === null || (await ownsDatabase(client, owned));
    });
    if (owned !== null && !isOwned) await this.asSuperuser(owned, (client) => handOver(client, owned));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const pid = this.child?.pid;
    if (pid !== undefined && this.child?.exitCode === null) await stopPostmaster(pid);
  }

  private urlAs(role: string, password: string, database: string): string {
    return `postgres://${role}:${password}@127.0.0.1:${this.port}/${encodeURIComponent(database)}`;
  }

  private applicationPassword(): string {
    return keptSecret(join(this.options.folder, 'application-password'), newPassword);
  }

  private async asSuperuser<T>(database: string, work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  private async endOrphan(): Promise<void> {
    const orphan = findPostmaster(this.dataFolder);
    if (orphan === null) return removeDeadLock(this.dataFolder);
    this.options.onNotice?.(`Ending the PostgreSQL that an earlier console left behind (process ${orphan}).`);
    await stopPostmaster(orphan);
  }

  private ensureCluster(): void {
    if (existsSync(join(this.dataFolder, 'PG_VERSION'))) return;
    const fresh = join(this.options.folder, 'data.init');
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh, { mode: 0o700 });
    this.unprivileged.prepare(fresh);
    const passwordFile = join(this.options.folder, 'password.init');
    rmSync(passwordFile, { force: true });
    writeFileSync(passwordFile, this.password, { mode: 0o600, flag: 'wx' });
    this.unprivileged.prepare(passwordFile);
    const { file, args } = this.unprivileged.command(this.binaries.initdb, [
      `--pgdata=${fresh}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-sync',
    ]);
    const made = spawnSync(file, args, { ...this.unprivileged.spawnOptions, encoding: 'utf8' });
    rmSync(passwordFile);
    if (made.status !== 0) throw new Error(`PostgreSQL could not make its data folder: ${made.stderr.trim()}`);
    renameSync(fresh, this.dataFolder);
  }

  private async launch(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.port === 0) this.port = await freePort();
      this.child = this.spawnPostgres();
      if (await this.isReady(this.child)) break;
      // The port may have been taken between our look and PostgreSQL's bind.
      if (attempt === 3) throw new Error(`PostgreSQL does not start. ${this.logTail()}`);
      this.port = 0;
    }
    this.child.once('exit', () => void this.relaunch());
  }

  private spawnPostgres(): ChildProcess {
    const logFile = join(this.options.folder, 'log');
    if (existsSync(logFile) && statSync(logFile).size > logLimitBytes) renameSync(logFile, `${logFile}.1`);
    const log = openSync(logFile, 'a', 0o600);
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'log_min_messages=warning',
      'max_connections=100',
      ...(this.options.settings ?? []),
    ].flatMap((setting) => ['-c', setting]);
    const { file, args } = this.unprivileged.command(this.binaries.postgres, [
      '-D', this.dataFolder, '-p', String(this.port), ...settings,
    ]); // prettier-ignore
    try {
      // Detached, so that Ctrl-C reaches the console alone, which then ends PostgreSQL after its own work.
      return spawn(file, args, { ...this.unprivileged.spawnOptions, detached: true, stdio: ['ignore', log, log] });
    } finally {
      closeSync(log);
    }
  }

  private async isReady(child: ChildProcess): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < startLimitMs; waitedMs += 10) {
      if (child.exitCode !== null || child.signalCode !== null) return false;
      if (await this.answers()) return true;
      await delay(10);
    }
    return false;
  }

  private async answers(): Promise<boolean> {
    const client = new Client({ connectionString: this.url('postgres'), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }

  private async relaunch(): Promise<void> {
    for (let pauseMs = 100; !this.stopping; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      this.options.onNotice?.('PostgreSQL ended unexpectedly; starting it again.');
      try {
        await this.endOrphan();
        this.child = this.spawnPostgres();
        if (await this.isReady(this.child)) {
          this.child.once('exit', () => void this.relaunch());
          return;
        }
      } catch (error) {
        this.options.onNotice?.(`PostgreSQL could not be started again: ${String(error)}`);
      }
      await delay(pauseMs);
    }
  }

  private logTail(): string {
    const file = join(this.options.folder, 'log');
    return existsSync(file)
      ? `Its log ends with: ${readFileSync(file, 'utf8').trim().split('\n').slice(-3).join(' | ')}`
      : '';
  }
}
