import { type ConnectionOptions } from 'pg-connection-string';
import { readPostgresUrl } from './postgres-url.js';

/** Parameters that hold no secret and name no file of this machine; no others are shown. */
const shownParameters = ['sslmode', 'sslnegotiation', 'require_auth', 'application_name', 'connect_timeout'];

/** A connection URL as it may be told to anyone, put together from what the parser that connects finds in it; null where that finds nothing. */
export function shownPostgresUrl(url: string): string | null {
  try {
    const { searchParams } = new URL(url);
    const shown = new URLSearchParams();
    for (const name of shownParameters) {
      const value = searchParams.getAll(name).at(-1);
      if (value !== undefined) shown.set(name, value);
    }
    return `postgresql://${shownPlace(readPostgresUrl(url).address)}${shown.size > 0 ? `?${shown.toString()}` : ''}`;
  } catch {
    return null;
  }
}

function shownPlace({ user, host, port, database }: ConnectionOptions): string {
  const role = user ? `${encodeURIComponent(user)}@` : '';
  const at = port ? `:${Number(port)}` : '';
  return `${role}${shownHost(host ?? '')}${at}${database ? `/${encodeURIComponent(database)}` : ''}`;
}

function shownHost(host: string): string {
  return host.includes(':') ? `[${host}]` : encodeURIComponent(host);
}
