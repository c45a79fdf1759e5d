import { ApiProperty } from '@nestjs/swagger';
import { type RemoteKind, remoteKinds } from '../../domain/director-settings.js';
import { type FoundCatalog, type FoundDirector } from '../../domain/found-director.js';

/** Where a Director that was found keeps its catalog. */
export class FoundDirectorCatalog implements FoundCatalog {
  /**
   * Name of the database.
   * @example 'bacula'
   */
  database!: string;

  /**
   * A host name, an IP address, or the folder of a socket.
   * @example '127.0.0.1'
   */
  address!: string;

  /** Port of its server. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 65_535, examples: [5432] })
  port!: number;

  /** The role that the Director itself uses; null: not told. This console is better given one of its own that may only SELECT. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['bacula'] })
  user!: string | null;
}

/** A Director that configuration files of this machine tell of. Their passwords are never shown. */
export class FoundDirectorRecord {
  /** bacula or bareos. */
  @ApiProperty({ enum: remoteKinds, examples: ['bacula'] })
  kind!: RemoteKind;

  /**
   * Its name.
   * @example 'bacula-dir'
   */
  name!: string;

  /**
   * Host name or IP address.
   * @example 'localhost'
   */
  address!: string;

  /** Port of its console. */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 65_535, examples: [9101] })
  port!: number;

  /**
   * The file that told of it.
   * @example '/etc/bacula/bconsole.conf'
   */
  source!: string;

  /** Its catalog; null: its own configuration is not on this machine, or may not be read. */
  @ApiProperty({ type: () => FoundDirectorCatalog, nullable: true })
  catalog!: FoundDirectorCatalog | null;

  /** Driver of a catalog that cannot be used because it is not PostgreSQL; else null. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['mysql'] })
  unsupportedCatalog!: string | null;

  /** Files and folders that the console may not read, and `@|program` for output that a configuration includes. They may hold more. */
  @ApiProperty({ type: 'string', isArray: true, examples: [['/etc/bacula/bacula-dir.conf']] })
  unreadable!: string[];

  /** Whether a Director at this address and port is one of this console already. */
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
