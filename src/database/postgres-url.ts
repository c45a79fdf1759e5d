import { type ConnectionOptions, parse } from 'pg-connection-string';

/** Parameters that name files of this machine. The parser of node-postgres would read them. */
export const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'] as const;
export type FileParameter = (typeof fileParameters)[number];

const tlsParameters = ['sslmode', 'ssl', 'sslnegotiation', 'uselibpqcompat'] as const;

/** Certificates and the private key of a TLS connection, as PEM. */
export interface PostgresTls {
  /** Of the authority that signed the server's certificate; null: those that Node trusts. */
  readonly ca: string | null;
  /** Shown to a server that asks for one. */
  readonly certificate: string | null;
  readonly key: string | null;
}

/**
 * What a connection demands of TLS. `off`: clear text. `offered`: TLS where the server has it. `encrypted`: TLS with any server.
 * `trusted`: the authority must have signed the server's certificate. `verified`: and the certificate names the host.
 */
export type TlsDemand = 'off' | 'offered' | 'encrypted' | 'trusted' | 'verified';

/** A connection URL as the parser that connects reads it, apart from TLS. */
export interface PostgresUrl {
  readonly address: ConnectionOptions;
  /** The TLS parameters that it has. */
  readonly tls: Readonly<Partial<Record<(typeof tlsParameters)[number], string>>>;
  /** The files that it names. None of them is read. */
  readonly files: Readonly<Partial<Record<FileParameter, string>>>;
}

/** A connection URL that cannot be used as it is. The message is for people and repeats no secret. */
export class PostgresUrlFault extends Error {}

/** Throws PostgresUrlFault. */
export function readPostgresUrl(text: string): PostgresUrl {
  try {
    const { url, hasHost } = urlOf(text);
    const tls = taken(url.searchParams, tlsParameters);
    const files = taken(url.searchParams, fileParameters);
    const address = parse(url.toString());
    return { address: hasHost || address.host !== noHost ? address : { ...address, host: null }, tls, files };
  } catch {
    // The error of the parser may carry the URL, and with it the password.
    throw new PostgresUrlFault('The connection URL is not valid.');
  }
}

/** The same URL without the parameters that name files. */
export function withoutFiles(text: string): string {
  const url = new URL(text);
  taken(url.searchParams, fileParameters);
  return url.toString();
}

/**
 * Reads `sslmode` and its relatives as node-postgres 8 does: `require` and `verify-ca` check as much as `verify-full`, except with
 * `uselibpqcompat=true`. Certificates without a mode demand verified TLS. Throws PostgresUrlFault.
 */
export function tlsDemandOf({ tls }: PostgresUrl, material: PostgresTls): TlsDemand {
  const { sslmode } = tls;
  if (!sslmode) return demandWithoutMode(tls, material);
  if (sslmode === 'prefer' || sslmode === 'allow') return 'offered';
  if (sslmode === 'disable') return 'off';
  if (tls.uselibpqcompat === 'true') return libpqDemand(sslmode, material);
  return sslmode === 'no-verify' ? 'encrypted' : 'verified';
}

const demandsOfSsl: ReadonlyMap<string, TlsDemand> = new Map([
  ['true', 'verified'],
  ['1', 'verified'],
  ['false', 'off'],
  ['0', 'off'],
  ['no-verify', 'encrypted'],
]);

function demandWithoutMode({ ssl, sslnegotiation }: PostgresUrl['tls'], { ca, certificate }: PostgresTls): TlsDemand {
  if (ca !== null || certificate !== null) return 'verified';
  if (!ssl) return sslnegotiation === 'direct' ? 'verified' : 'off';
  const demand = demandsOfSsl.get(ssl);
  if (demand === undefined) throw new PostgresUrlFault('ssl must be true, false or no-verify. Use sslmode instead.');
  return demand;
}

function libpqDemand(sslmode: string, { ca }: PostgresTls): TlsDemand {
  if (sslmode === 'require') return ca === null ? 'encrypted' : 'trusted';
  if (sslmode !== 'verify-ca') return 'verified';
  if (ca === null) throw new PostgresUrlFault('sslmode=verify-ca requires the certificate of an authority.');
  return 'trusted';
}

/** Takes the parameters out. Of one that is there twice the last counts, as for the parser. */
function taken<Name extends string>(
  parameters: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found = names.filter((name) => parameters.has(name)).map((name) => [name, parameters.getAll(name).at(-1)]);
  for (const name of names) parameters.delete(name);
  return Object.fromEntries(found) as Partial<Record<Name, string>>;
}

const noHost = 'no-host';

/** `postgresql://role@/database?host=/folder` has no host, which URL does not allow. A lone % would make the parser read the rest in another way. */
function urlOf(text: string): { readonly url: URL; readonly hasHost: boolean } {
  const whole = text.replace(/%(?![0-9a-f]{2})/gi, '%25');
  if (URL.canParse(whole)) return { url: new URL(whole), hasHost: true };
  return { url: new URL(whole.replace('@/', `@${noHost}/`)), hasHost: false };
}

/** Parameters that hold no secret and name no file of this machine; no others are shown. */
const shownParameters = ['sslmode', 'sslnegotiation', 'require_auth', 'application_name', 'connect_timeout'];

/** A connection URL without secrets, built from what the connecting parser reads; null if the parser cannot read it. */
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
