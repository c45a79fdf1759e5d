import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length, MaxLength } from 'class-validator';
import { PageQuery } from '../../http/page.dto.js';
import { MayBeAbsent, QueryWords } from '../../http/query.decorators.js';

export class ConfigurationResourcesQuery extends PageQuery {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  @IsString()
  @MaxLength(127)
  director!: string;

  /** Return only resources of these types, separated by commas. */
  @QueryWords()
  type?: string[];

  /**
   * Part of the name, ignoring case.
   * @example 'home'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  q?: string;
}

const settings = { type: 'object', additionalProperties: true } as const;

/** Type and name of a resource. */
export class ConfigurationResourceName {
  /**
   * Type of the resource.
   * @example 'job'
   */
  type!: string;

  /**
   * Name of the resource.
   * @example 'BackupHome'
   */
  name!: string;
}

/** Resource of the configuration in force. */
export class ConfigurationResource {
  /**
   * Type of the resource.
   * @example 'pool'
   */
  type!: string;

  /**
   * Name, unique within its type.
   * @example 'Default'
   */
  name!: string;

  /** Line of the configuration text in which the resource begins, counted from 1; null if the text does not contain it. */
  @ApiProperty({ type: 'integer', minimum: 1, nullable: true, examples: [21] })
  line!: number | null;

  /** Fields that the configuration text sets. */
  @ApiProperty({ ...settings, examples: [{ name: 'Default', retention: '60 days' }] })
  own!: Readonly<Record<string, unknown>>;

  /** Resources that refer to it. */
  @ApiProperty({ type: [ConfigurationResourceName] })
  usedBy!: ConfigurationResourceName[];
}

/** Why a resource cannot be changed through the console. */
export const readOnlyReasons = ['file_not_in_force', 'not_writable'] as const;
export type ReadOnlyReason = (typeof readOnlyReasons)[number];

/** Resource of the configuration in force, with all values that apply. */
export class ConfigurationResourceDetails extends ConfigurationResource {
  /** Fields that the configuration text does not set, with their defaults. */
  @ApiProperty({ ...settings, examples: [{ volumeSize: '2 GiB', keep: null }] })
  inherited!: Readonly<Record<string, unknown>>;

  /** All fields with the values that apply, also inside lists and mappings. */
  @ApiProperty({ ...settings, examples: [{ name: 'Default', volumeSize: '2 GiB', retention: '60 days', keep: null }] })
  effective!: Readonly<Record<string, unknown>>;

  /**
   * Name of the configuration file.
   * @example 'director.yaml'
   */
  file!: string;

  /**
   * Why the console cannot change it; null if it can. `file_not_in_force`: the configuration file has another text, correct it
   * first. `not_writable`: the file cannot be written, or another process runs the jobs.
   */
  @ApiProperty({ enum: readOnlyReasons, enumName: 'ConfigurationReadOnlyReason', nullable: true, examples: [null] })
  readOnlyReason!: ReadOnlyReason | null;
}
