import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
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
import { join, resolve } from 'node:path';
import { type Client } from 'pg';
import { secretFromFile } from '../../platform/security/secret-file.js';
import { sleep } from '../../platform/timing.js';
import { PostgresClient } from '../postgres-client.js';
import { findPostgresBinaries, type PostgresBinaries } from './binaries.js';
import { findPostmaster, isReady, removeDeadLock, stopPostmaster } from './postmaster-pid.js';
import {
  makeSocketFolder,
  readSocketFolder,
  removeSocketFolder,
  socketName,
  findUnprivileged,
  type Unprivileged,
} from './run-as-user.js';

/** The role that the console works as: it owns nothing of the console's own tables, and can make neither roles nor databases. */
const applicationRole = 'console_app';

/** Makes the role, or gives it this password where another one was lost with its file. By the superuser. */
async function ensureApplicationRole(superuser: Client, password: string): Promise<void> {
  const found = await superuser.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [applicationRole]);
  const verb = found.rowCount === 0 ? 'CREATE' : 'ALTER';
  const rights = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';
  await superuser.query(`${verb} ROLE ${applicationRole} ${rights} PASSWORD ${superuser.escapeLiteral(password)}`);
}

/** Whether the role owns the database. */
async function ownsDatabase(superuser: Client, database: string): Promise<boolean> {
  const found = await superuser.query('SELECT 1 FROM pg_database WHERE datname = $1 AND pg_get_userbyid(datdba) = $2', [
    database,
    applicationRole,
  ]);
  return found.rowCount === 1;
}

/** Gives the role the database that the connection is in, with all tables and sequences that are in it already. */
async function grantDatabase(superuser: Client, database: string): Promise<void> {
  const name = superuser.escapeIdentifier(database);
  // A sequence of a serial column goes with its table, and may not be given away alone.
  await superuser.query(`DO $$
    DECLARE found record;
    BEGIN
      FOR found IN SELECT c.oid::regclass AS name, c.relkind AS kind FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
      LOOP
        EXECUTE format('ALTER %s %s OWNER TO ${applicationRole}', CASE found.kind
          WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, found.name);
      END LOOP;
    END $$`);
  // Written last: it marks that everything before is done.
  await superuser.query(`ALTER DATABASE ${name} OWNER TO ${applicationRole}`);
}

const superuser = 'console';
/** How long a start takes at most that needs no recovery. */
const usualStartMs = 30_000;
const logLimitBytes = 4 * 1024 * 1024;

const newPassword = (): string => randomBytes(24).toString('base64url');

export interface EmbeddedPostgresOptions {
  /** Holds `data`, `superuser-password`, `application-password`, `log` and the socket; made if missing. */
  readonly folder: string;
  /** Further `name=value` settings; for throw-away clusters of tests. */
  readonly settings?: readonly string[];
  /** What the socket is called by; where `settings` has listen_addresses also the TCP port. */
  readonly port?: number;
  readonly onNotice?: (text: string) => void;
  /** After how many milliseconds a notice says that PostgreSQL is still starting; 30,000 by default. */
  readonly noticeStartAfterMs?: number;
}

/**
 * A PostgreSQL of our own behind a Unix socket in a folder that only we may enter, from the binaries of an npm package: made on
 * first use, stopped with us, found again and ended when a killed console left it behind, started again when it dies under us.
 */
export class EmbeddedPostgres {
  private child: ChildProcess | null = null;
  private stopping = false;
  private readonly binaries: PostgresBinaries;
  private readonly unprivileged: Unprivileged;
  private readonly dataFolder: string;

  private readonly port: number;
  private socketFolder = '';

  private constructor(
    private readonly options: EmbeddedPostgresOptions,
    private readonly password: string,
  ) {
    this.binaries = findPostgresBinaries();
    this.unprivileged = findUnprivileged(this.binaries, options.folder);
    this.dataFolder = join(options.folder, 'data');
    this.port = options.port ?? 5432;
  }

  /** Throws an Error that says what PostgreSQL or the first connection to it said; nothing is left running then. */
  static async start(given: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
    const options = { ...given, folder: resolve(given.folder) };
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    chmodSync(options.folder, 0o700);
    const password = secretFromFile(join(options.folder, 'superuser-password'), newPassword);
    const postgres = new EmbeddedPostgres(options, password);
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
    if (owned !== null && !isOwned) await this.asSuperuser(owned, (client) => grantDatabase(client, owned));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const pid = this.child?.pid;
    if (pid !== undefined && this.child?.exitCode === null) await stopPostmaster(pid);
    removeSocketFolder(this.socketFolder, this.port);
  }

  private urlAs(role: string, password: string, database: string): string {
    const host = encodeURIComponent(this.socketFolder);
    return `postgres://${role}:${password}@${host}:${this.port}/${encodeURIComponent(database)}?require_auth=scram-sha-256`;
  }

  private applicationPassword(): string {
    return secretFromFile(join(this.options.folder, 'application-password'), newPassword);
  }

  private async asSuperuser<T>(
    database: string,
    work: (client: PostgresClient) => Promise<T>,
    password = this.password,
  ): Promise<T> {
    const client = new PostgresClient({
      connectionString: this.urlAs(superuser, password, database),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  private async endOrphan(): Promise<void> {
    const orphan = findPostmaster(this.dataFolder);
    const socketFolder = readSocketFolder(this.dataFolder);
    if (socketFolder !== null && socketFolder !== this.socketFolder) removeSocketFolder(socketFolder, this.port);
    if (orphan === null) return removeDeadLock(this.dataFolder);
    this.options.onNotice?.(`Stopping the PostgreSQL server left by an earlier console (process ${orphan}).`);
    await stopPostmaster(orphan);
  }

  private ensureCluster(): void {
    if (existsSync(join(this.dataFolder, 'PG_VERSION'))) {
      this.unprivileged.prepare(this.dataFolder);
      return;
    }
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
    if (made.status !== 0) throw new Error(`PostgreSQL could not create its data folder: ${made.stderr.trim()}`);
    renameSync(fresh, this.dataFolder);
  }

  private async launch(): Promise<void> {
    this.socketFolder = makeSocketFolder(this.unprivileged.socketFolder(this.options.folder), this.port);
    this.unprivileged.prepare(this.socketFolder);
    const child = this.spawnPostgres();
    this.child = child;
    try {
      await this.untilReady(child);
      await this.replaceOldPasswords();
      await this.asSuperuser('postgres', (client) => client.query('SELECT'));
    } catch (error) {
      await this.stop();
      throw error;
    }
    child.once('exit', () => void this.relaunch());
    if (child.exitCode !== null || child.signalCode !== null) void this.relaunch();
  }

  /**
   * Clusters that listened on TCP showed their passwords to any process that took the port. Both are changed at the first start without it; the
   * old file is the sign that this is still to be done.
   */
  private async replaceOldPasswords(): Promise<void> {
    const oldFile = join(this.options.folder, 'password');
    if (!existsSync(oldFile)) return;
    const change = (client: PostgresClient) =>
      client.query(`ALTER ROLE ${superuser} PASSWORD ${client.escapeLiteral(this.password)}`);
    // A process that was killed over this may have changed it already.
    await this.asSuperuser('postgres', change, readFileSync(oldFile, 'utf8').trim()).catch(() =>
      this.asSuperuser('postgres', change),
    );
    rmSync(join(this.options.folder, 'application-password'), { force: true });
    rmSync(oldFile);
  }

  private spawnPostgres(): ChildProcess {
    const logFile = join(this.options.folder, 'log');
    if (existsSync(logFile) && statSync(logFile).size > logLimitBytes) renameSync(logFile, `${logFile}.1`);
    const log = openSync(logFile, 'a', 0o600);
    // The postmaster's own lock shows whether another serves the data; this file may name an unrelated process with a reused id.
    rmSync(join(this.socketFolder, `${socketName(this.port)}.lock`), { force: true });
    const settings = [
      'listen_addresses=',
      `unix_socket_directories="${this.socketFolder.replaceAll('"', '""')}"`,
      'unix_socket_permissions=0700',
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

  /** Has no time limit: recovery after a crash can take minutes, and stopping PostgreSQL would make it start over. */
  private async untilReady(child: ChildProcess): Promise<void> {
    const { onNotice, noticeStartAfterMs = usualStartMs } = this.options;
    for (let waitedMs = 0; child.exitCode === null && child.signalCode === null; waitedMs += 10) {
      if (child.pid === undefined) break;
      if (isReady(this.dataFolder, child.pid)) return;
      if (waitedMs === noticeStartAfterMs) {
        onNotice?.(`PostgreSQL is still starting, for example to recover from a crash; waiting. ${this.logTail()}`);
      }
      await sleep(10);
    }
    throw new Error(`PostgreSQL did not start. ${this.logTail()}`);
  }

  private async relaunch(): Promise<void> {
    for (let pauseMs = 100; !this.stopping; pauseMs = Math.min(pauseMs * 2, 10_000)) {
      this.options.onNotice?.('PostgreSQL ended unexpectedly. Starting it again.');
      try {
        await this.endOrphan();
        const child = this.spawnPostgres();
        this.child = child;
        await this.untilReady(child);
        child.once('exit', () => void this.relaunch());
        return;
      } catch (error) {
        this.options.onNotice?.(`Could not start PostgreSQL again: ${String(error)}`);
      }
      await sleep(pauseMs);
    }
  }

  private logTail(): string {
    const file = join(this.options.folder, 'log');
    return existsSync(file)
      ? `Its log ends with: ${readFileSync(file, 'utf8').trim().split('\n').slice(-3).join(' | ')}`
      : '';
  }
}
