import { ApiProperty } from '@nestjs/swagger';
import {
  type RemoteKind,
  remoteKinds,
  type FoundCatalog,
  type FoundDirector,
} from '../../../domain/director-settings.js';

/** Catalog of a discovered Director. */
export class FoundDirectorCatalog implements FoundCatalog {
  /**
   * Name of the database.
   * @example 'bacula'
   */
  database!: string;

  /**
   * Host name, IP address, or folder of a socket.
   * @example '127.0.0.1'
   */
  address!: string;

  /** Port of the database server. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 65_535, examples: [5432] })
  port!: number;

  /** The role that the Director itself uses; null if unknown. Give the console its own role with SELECT only. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['bacula'] })
  user!: string | null;
}

/** Director found in configuration files on this machine. Passwords are never returned. */
export class FoundDirectorRecord {
  /** Kind of Director: `bacula` or `bareos`. */
  @ApiProperty({ enum: remoteKinds, examples: ['bacula'] })
  kind!: RemoteKind;

  /**
   * Name of the Director.
   * @example 'bacula-dir'
   */
  name!: string;

  /**
   * Host name or IP address.
   * @example 'localhost'
   */
  address!: string;

  /** Port of the Director's console service. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 65_535, examples: [9101] })
  port!: number;

  /**
   * Configuration file in which it was found.
   * @example '/etc/bacula/bconsole.conf'
   */
  source!: string;

  /** Catalog; null if the Director's own configuration is not on this machine or not readable. */
  @ApiProperty({ type: () => FoundDirectorCatalog, nullable: true })
  catalog!: FoundDirectorCatalog | null;

  /** Driver of a catalog that is not supported because it is not PostgreSQL; otherwise null. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['mysql'] })
  unsupportedCatalog!: string | null;

  /**
   * Files and folders that the console could not read, and `@|program` for program output that a configuration
   * includes. They may contain more.
   */
  @ApiProperty({ type: 'string', isArray: true, examples: [['/etc/bacula/bacula-dir.conf']] })
  unreadable!: string[];

  /** Whether this console already has a Director with this address and port. */
  known!: boolean;
}

export function foundRecord(found: FoundDirector, known: boolean): FoundDirectorRecord {
  return {
    ...found,
    catalog: found.catalog === null ? null : { ...found.catalog },
    unreadable: [...found.unreadable],
    known,
  };
}
