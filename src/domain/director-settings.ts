import { normalTarget } from './restore-target.js';

/** Products whose Directors the console speaks to over their console protocol. */
export const remoteKinds = ['bacula', 'bareos'] as const;
export type RemoteKind = (typeof remoteKinds)[number];

/** `required`: a Director that does not encrypt is rejected. `preferred`: encrypted if the Director offers it. */
export const tlsModes = ['required', 'preferred', 'none'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** Certificates and keys are PEM texts; without any of them the encryption rests on the console's password alone (PSK). */
export interface TlsSettings {
  readonly mode: TlsMode;
  readonly ca: string | null;
  readonly certificate: string | null;
  readonly key: string | null;
  /** The name that the Director's certificate must have; null: its address. */
  readonly serverName: string | null;
}

/** PEM texts for connections to a catalog; each null: none. */
export interface CatalogTls {
  /** Of the authority that signed the server's certificate. */
  readonly ca: string | null;
  /** The console's own, with its private key. */
  readonly certificate: string | null;
  readonly key: string | null;
}

export const noCatalogTls: CatalogTls = { ca: null, certificate: null, key: null };

/**
 * Where files are restored to for a download: a folder that this client writes and the console reads and empties. The console's user
 * must be the one that the client runs as, or root: restored files keep their owners and modes.
 */
export interface Staging {
  /** Name of the client as the Director knows it. */
  readonly client: string;
  /** Absolute and normal, the same for both. */
  readonly folder: string;
}

/** How the console connects to one Bacula or Bareos Director. Contains secrets; the public part is `ShownDirectorSettings`. */
export interface RemoteDirectorSettings {
  readonly name: string;
  readonly kind: RemoteKind;
  readonly address: string;
  readonly port: number;
  /** Name of a Console resource; null: the default console. */
  readonly consoleName: string | null;
  /** In clear, or as `[md5]` and 32 hexadecimal digits, the form that Directors store. */
  readonly password: string;
  readonly tls: TlsSettings;
  /** Of the Director's PostgreSQL catalog, with a role that may SELECT. Names no file of the console's machine. */
  readonly catalogUrl: string;
  readonly catalogTls: CatalogTls;
  /** IANA name; times in the catalog are local times of the Director. */
  readonly timezone: string;
  /** The restore job that restores run as; null: the only one that the Director has. */
  readonly restoreJob: string | null;
  /** Folders below which a restore may write without restore:anywhere; null: the restore job's own Where. */
  readonly restoreRoots: readonly string[] | null;
  /** null: downloads are not offered. */
  readonly staging: Staging | null;
}

/** The settings without their secrets. */
export interface ShownDirectorSettings {
  readonly kind: RemoteKind;
  readonly address: string;
  readonly port: number;
  readonly consoleName: string | null;
  readonly tls: Omit<TlsSettings, 'key'> & { readonly hasKey: boolean };
  /** Without its password; null where it cannot be read. */
  readonly catalogUrl: string | null;
  readonly catalogTls: Omit<CatalogTls, 'key'> & { readonly hasKey: boolean };
  readonly timezone: string;
  readonly restoreJob: string | null;
  readonly restoreRoots: readonly string[] | null;
  readonly staging: Staging | null;
}

export const defaultConsolePort = 9101;

/** Names that Bacula and Bareos allow for resources. */
export const directorNamePattern = /^[A-Za-z0-9][A-Za-z0-9 ._:-]{0,126}$/;

/** A host name, an IPv4 or an IPv6 address; checked for characters only, for the network decides what exists. */
export const addressPattern =
  /^(?=.{1,253}$)(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/;

/** Printable, without what the console protocol would have to quote. */
export const consoleNamePattern = /^[A-Za-z0-9*][A-Za-z0-9 ._:*-]{0,126}$/;

/** Paths of restored files are appended to it, and file systems take 4096 bytes at most. */
export const longestStagingFolder = 512;

/** The folder in its normal form; null if it is not absolute, contains `..` or control characters, is `/` or is too long. */
export function stagingFolderOf(text: string): string | null {
  const folder = normalTarget(text);
  const isUsable = folder !== null && folder.startsWith('/') && folder !== '/' && folder.length <= longestStagingFolder;
  return isUsable ? folder : null;
}

/** Whether this is the name of a time zone that times can be computed in. */
export function isTimezone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A Director found in the configuration files of this machine. Without any of its secrets. */
export interface FoundDirector {
  readonly kind: RemoteKind;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  /** The file in which it was found. */
  readonly source: string;
  /** null: the Director's own configuration is not on this machine, or may not be read, or its catalog is no PostgreSQL. */
  readonly catalog: FoundCatalog | null;
  /** The driver of a catalog that cannot be used because it is no PostgreSQL, such as `mysql`; else null. */
  readonly unsupportedCatalog: string | null;
  /** Files and folders that could not be read, and `@|program` for output that a configuration includes. */
  readonly unreadable: readonly string[];
}

export interface FoundCatalog {
  readonly database: string;
  /** A host name, an IP address, or the folder of a socket. */
  readonly address: string;
  readonly port: number;
  /** The role that the Director itself uses; null where its files name none. */
  readonly user: string | null;
}

/**
 * Remembers in the database, for all instances, with which Directors TLS worked. `target` identifies the destination behind a
 * name: an entry with another address or other required certificates starts without memory.
 */
export abstract class TlsMemory {
  /** Rejects where the database does. */
  abstract hasWorked(director: string, target: string): Promise<boolean>;
  /** Rejects where the database does. */
  abstract remember(director: string, target: string): Promise<void>;
}
