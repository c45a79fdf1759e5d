import { type PostgresConfig } from './postgres-client.js';

/**
 * Of a connection that a process keeps for what belongs to it: its locks. PostgreSQL itself notices within half a minute that the
 * other side is gone without a word, as with a machine that lost its power or its network, and gives the locks to others; by
 * default that takes two hours.
 */
export function keptConnection(url: string, name: string, limitMs: number): PostgresConfig {
  return {
    connectionString: url,
    application_name: `backup-console ${name}`,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
    keepAlive: true,
    options:
      '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000',
  };
}
