import { type RemoteKind } from './director-settings.js';

/** A Director that the configuration files of this machine tell of. Without any of its secrets. */
export interface FoundDirector {
  readonly kind: RemoteKind;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  /** The file that told of it. */
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
