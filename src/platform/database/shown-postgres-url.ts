import { type ConnectionOptions, parse } from 'pg-connection-string';

/** Parameters that hold no secret and name no file of this machine; no others are shown. */
const shownParameters = ['sslmode', 'sslnegotiation', 'require_auth', 'application_name', 'connect_timeout'];
/** The parser would read these files. */
const fileParameters = ['sslcert', 'sslkey', 'sslrootcert'];

/** A connection URL as it may be told to anyone, put together from what the parser that connects finds in it; null where that finds nothing. */
export function shownPostgresUrl(url: string): string | null {
  try {
    const readable = new URL(url);
    const shown = new URLSearchParams();
    for (const name of shownParameters) {
      const value = readable.searchParams.get(name);
      if (value !== null) shown.set(name, value);
    }
    for (const name of [...shownParameters, ...fileParameters]) readable.searchParams.delete(name);
    return `postgresql://${shownPlace(parse(readable.toString()))}${shown.size > 0 ? `?${shown.toString()}` : ''}`;
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
