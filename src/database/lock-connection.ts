import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type QueryResult, type QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { type AdvisoryLock } from './advisory-locks.js';
import { PostgresClient, type PostgresConfig } from './postgres-client.js';

const answerLimitMs = 5_000;

/**
 * Of the connection that a process keeps for what belongs to it: its locks. PostgreSQL itself notices within half a minute that the
 * other side is gone without a word, as with a machine that lost its power or its network, and gives the locks to others; by
 * default that takes two hours.
 */
export function keptConnection(url: string): PostgresConfig {
  return {
    connectionString: url,
    application_name: 'backup-console session',
    connectionTimeoutMillis: answerLimitMs,
    query_timeout: answerLimitMs,
    keepAlive: true,
    options:
      '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000',
  };
}

const retryMs = 1_000;
const beatMs = 5_000;

/** What came over a channel: a text, or null where texts may have been missed meanwhile. */
export type ChannelListener = (text: string | null) => void;

/**
 * One connection of the process's own, for what belongs to a connection: notices of other processes, and locks that end with
 * the process, however that ends. When it breaks it is reopened; until then other processes can take its locks.
 */
@Injectable()
export class LockConnection implements OnModuleInit, OnApplicationShutdown {
  private connection: PostgresClient | null = null;
  private isOpen = false;
  private timer: NodeJS.Timeout | null = null;
  private isEnding = false;
  private asked: Promise<unknown> = Promise.resolve();
  private readonly held = new Set<string>();
  private readonly kept: { readonly kind: AdvisoryLock; readonly id: number }[] = [];
  private readonly listeners = new Map<string, Set<ChannelListener>>();

  constructor(private readonly dataSource: DataSource) {}

  async onModuleInit(): Promise<void> {
    await this.open();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    if (this.timer) clearTimeout(this.timer);
    const { connection } = this;
    this.connection = null;
    this.isOpen = false;
    this.held.clear();
    await connection?.end().catch(() => undefined);
  }

  /** `channel` is a plain lower-case word. Returns the way to stop it. */
  listen(channel: string, listener: ChannelListener): () => void {
    const listeners = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, listeners.add(listener));
    const { connection } = this;
    if (connection && this.isOpen) this.ask(connection, `LISTEN ${channel}`).catch(() => this.drop(connection));
    return () => listeners.delete(listener);
  }

  get isConnected(): boolean {
    return this.isOpen;
  }

  /** Takes this lock with each new connection, first of all. */
  keep(kind: AdvisoryLock, id: number): void {
    this.kept.push({ kind, id });
  }

  /** Whether this process has, or now gets, the lock of this kind and name: no other has it at the same time. */
  async tryLock(kind: AdvisoryLock, name: string): Promise<boolean> {
    const key = `${kind} ${name}`;
    const { connection } = this;
    if (!connection || !this.isOpen) return false;
    if (this.held.has(key)) return true;
    try {
      const text = 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS got';
      const { rows } = await this.ask<{ got: boolean }>(connection, text, [kind, name]);
      if (rows[0]?.got !== true || this.connection !== connection) return false;
      this.held.add(key);
      return true;
    } catch {
      this.drop(connection);
      return false;
    }
  }

  async unlock(kind: AdvisoryLock, name: string): Promise<void> {
    const { connection } = this;
    if (!this.held.delete(`${kind} ${name}`) || !connection) return;
    const text = 'SELECT pg_advisory_unlock($1, hashtext($2))';
    await this.ask(connection, text, [kind, name]).catch(() => this.drop(connection));
  }

  /** One statement after the other: a connection carries no two at once. */
  private ask<Row extends QueryResultRow>(
    connection: PostgresClient,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    const answer = this.asked.then(() => connection.query<Row>(text, [...values]));
    this.asked = answer.catch(() => undefined);
    return answer;
  }

  private async open(): Promise<void> {
    const connection = new PostgresClient(keptConnection(this.url()));
    connection.on('error', () => undefined);
    connection.once('end', () => this.lost(connection));
    connection.on('notification', ({ channel, payload }) => this.notify(channel, payload ?? ''));
    this.connection = connection;
    try {
      await connection.connect();
      await this.takeKept(connection);
      for (const channel of this.listeners.keys()) await connection.query(`LISTEN ${channel}`);
      this.isOpen = true;
      for (const channel of this.listeners.keys()) this.notify(channel, null);
      this.beat(connection);
    } catch {
      await connection.end().catch(() => undefined);
      this.lost(connection);
    }
  }

  /** PostgreSQL may not have noticed yet that the connection before is gone, and have its locks still: a later beat tries again. */
  private async takeKept(connection: PostgresClient): Promise<void> {
    for (const { kind, id } of this.missing()) {
      const text = 'SELECT pg_try_advisory_lock($1, $2) AS got';
      const { rows } = await this.ask<{ got: boolean }>(connection, text, [kind, id]);
      if (rows[0]?.got === true && this.connection === connection) this.held.add(`${kind} ${id}`);
    }
  }

  private missing(): typeof this.kept {
    return this.kept.filter(({ kind, id }) => !this.held.has(`${kind} ${id}`));
  }

  /** A connection that hangs is noticed although nothing comes over it. */
  private beat(connection: PostgresClient): void {
    if (this.connection !== connection) return;
    const pauseMs = this.missing().length === 0 ? beatMs : retryMs;
    this.timer = setTimeout(() => {
      this.ask(connection, 'SELECT 1')
        .then(() => this.takeKept(connection))
        .then(
          () => this.beat(connection),
          () => this.drop(connection),
        );
    }, pauseMs).unref();
  }

  private notify(channel: string, text: string | null): void {
    for (const listener of this.listeners.get(channel) ?? []) listener(text);
  }

  private drop(connection: PostgresClient): void {
    if (this.connection !== connection) return;
    void connection.end().catch(() => undefined);
    this.lost(connection);
  }

  private lost(connection: PostgresClient): void {
    if (this.isEnding || this.connection !== connection) return;
    if (this.timer) clearTimeout(this.timer);
    this.connection = null;
    this.isOpen = false;
    this.held.clear();
    this.timer = setTimeout(() => void this.open(), retryMs).unref();
  }

  private url(): string {
    const { options } = this.dataSource;
    if (options.type !== 'postgres' || options.url === undefined) throw new Error('The database has no URL.');
    return options.url;
  }
}
