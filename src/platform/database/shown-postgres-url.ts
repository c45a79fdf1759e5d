import { parse } from 'pg-connection-string';

/** Parameters that hold no secret and name no file of this machine; no others are shown. */
const shownParameters = ['sslmode', 'sslnegotiation', 'require_auth', 'application_name', 'connect_timeout'];
/** The parser would read these files. */
const fileParameters = ['sslcert', 'sslkey', 'sslrootcert'];

/** A connection URL as it may be told to anyone, put together from what the parser that connects finds in it; null where that finds nothing. */
export function shownPostgresUrl(url: string): string | null {
  try {
    const readable = new URL(url);
    for (const name of fileParameters) readable.searchParams.delete(name);
    const parts = parse(readable.toString());
    const shown = new URLSearchParams();
    for (const name of shownParameters) {
      const value = parts[name];
      if (typeof value === 'string') shown.set(name, value);
    }
    const user = parts.user ? `${encodeURIComponent(parts.user)}@` : '';
    const port = parts.port ? `:${Number(parts.port)}` : '';
    const database = parts.database ? `/${encodeURIComponent(parts.database)}` : '';
    return `postgresql://${user}${shownHost(parts.host ?? '')}${port}${database}${shown.size > 0 ? `?${shown.toString()}` : ''}`;
  } catch {
    return null;
  }
}

function shownHost(host: string): string {
  return host.includes(':') ? `[${host}]` : encodeURIComponent(host);
}
