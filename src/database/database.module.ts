import {
  type DataSourceOptions,
  DataSource,
  DefaultNamingStrategy,
  type NamingStrategyInterface,
  type Table,
} from 'typeorm';
import { Injectable, Global, Module } from '@nestjs/common';
import { settleWithin } from '../platform/timing.js';
import { PostgresClient } from './postgres-client.js';
import { LockConnection } from './lock-connection.js';
import { InstanceLiveness } from './instance-liveness.js';
import { UnitOfWork } from './unit-of-work.js';

const limitMs = 2_000;

/** Whether the console's own database answers within two seconds. */
@Injectable()
export class DatabaseProbe {
  constructor(private readonly dataSource: DataSource) {}

  answers(): Promise<boolean> {
    const asked = this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
    return settleWithin(asked, limitMs, false);
  }
}

const services = [UnitOfWork, DatabaseProbe, InstanceLiveness, LockConnection];

@Global()
@Module({ providers: services, exports: services })
export class DatabaseModule {}

function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

function named(tableOrName: Table | string, columns: readonly string[], ending: string): string {
  const table = typeof tableOrName === 'string' ? tableOrName : tableOrName.name;
  return [table.split('.').at(-1) ?? table, ...columns.map(snake), ending].join('_');
}

/**
 * Tables and columns in snake_case, so that no entity names a column by hand, and constraints under the names that
 * PostgreSQL itself would give, so that an error or a plan that names one can be read.
 */
class SnakeNaming extends DefaultNamingStrategy implements NamingStrategyInterface {
  override tableName(className: string, customName?: string): string {
    return customName ?? snake(className.replace(/Entity$/, ''));
  }

  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return [...prefixes.map(snake), customName ?? snake(propertyName)].join('_');
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return `${snake(relationName)}_${snake(referencedColumnName)}`;
  }

  override primaryKeyName(table: Table | string): string {
    return named(table, [], 'pkey');
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return named(table, columns, 'key');
  }

  override indexName(table: Table | string, columns: string[]): string {
    return named(table, columns, 'idx');
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return named(table, columns, 'fkey');
  }
}

/** Options of the console's own database. Entities and migrations are listed by the assembly, which alone knows the features. */
export function databaseOptions(
  url: string,
  entities: readonly (abstract new () => object)[],
  migrations: readonly (new () => object)[],
): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: [...entities] as never[],
    migrations: [...migrations] as never[],
    namingStrategy: new SnakeNaming(),
    synchronize: false,
    logging: false,
    poolSize: 10,
    applicationName: 'backup-console',
    connectTimeoutMS: 5_000,
    extra: {
      Client: PostgresClient,
      statement_timeout: 10_000,
      // A process that is frozen within a transaction must not keep its locks from all others.
      idle_in_transaction_session_timeout: 30_000,
      idleTimeoutMillis: 30_000,
      answerTimeoutMs: 3_000,
      keepAlive: true,
    },
  };
}
