import { randomInt } from 'node:crypto';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { advisoryLocks } from './advisory-locks.js';
import { keptConnection } from './lock-connection.js';
import { PostgresClient } from './postgres-client.js';

const retryMs = 1_000;
const connectLimitMs = 5_000;

/**
 * Shows to every process on the same database that this one lives: a lock on a connection of its own, which ends with the
 * process, however that ends. While the connection is being made anew this process counts as gone.
 */
@Injectable()
export class InstanceLiveness implements OnModuleInit, OnApplicationShutdown {
  /** Of this process alone; another one each time that the console starts. */
  readonly id = randomInt(1, 2 ** 31 - 1);
  private connection: PostgresClient | null = null;
  private retry: NodeJS.Timeout | null = null;
  private isEnding = false;

  constructor(private readonly dataSource: DataSource) {}

  async onModuleInit(): Promise<void> {
    await this.show();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isEnding = true;
    if (this.retry) clearTimeout(this.retry);
    const { connection } = this;
    this.connection = null;
    await connection?.end().catch(() => undefined);
  }

  /** Whether the process of this id lives and reaches the database. */
  async isAlive(id: number): Promise<boolean> {
    const found: readonly unknown[] = await this.dataSource.query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2 AND objsubid = 2
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      [advisoryLocks.instance, id],
    );
    return found.length > 0;
  }

  /** Never throws: a process that cannot show itself is taken for gone, which costs others no more than a look-up. */
  private async show(): Promise<void> {
    const connection = new PostgresClient(keptConnection(this.url(), 'presence', connectLimitMs));
    connection.on('error', () => undefined);
    connection.once('end', () => this.lost(connection));
    this.connection = connection;
    try {
      await connection.connect();
      await connection.query('SELECT pg_advisory_lock($1, $2)', [advisoryLocks.instance, this.id]);
    } catch {
      await connection.end().catch(() => undefined);
      this.lost(connection);
    }
  }

  private lost(connection: PostgresClient): void {
    if (this.isEnding || this.connection !== connection) return;
    this.connection = null;
    this.retry = setTimeout(() => void this.show(), retryMs).unref();
  }

  private url(): string {
    const { options } = this.dataSource;
    if (options.type !== 'postgres' || options.url === undefined) throw new Error('The database has no URL.');
    return options.url;
  }
}
