import { type DataSourceOptions } from 'typeorm';
import { PostgresClient } from './postgres-client.js';
import { SnakeNaming } from './snake-naming.js';

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
