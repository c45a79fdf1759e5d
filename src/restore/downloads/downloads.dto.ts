import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, Length } from 'class-validator';
import { type DownloadFormat, downloadFormats } from '../../domain/download.js';
import { MayBeAbsent } from '../../platform/http/query.decorators.js';
import { JobIdsField, TextsField } from '../restore-input.decorators.js';

/** Files to download, and the format. */
export class DownloadBody {
  /** Job ids of one restore chain of one client and fileset, in any order. */
  @JobIdsField()
  jobids!: number[];

  /** Files, or folders with their contents. Default without `paths` and `refs`: everything in the chain. */
  @TextsField('/etc/hosts')
  paths?: string[];

  /** Files or folders by ref, for names that are not UTF-8. */
  @TextsField('L2V0Yy9ob3N0cw')
  refs?: string[];

  /** `file`: the content of exactly one plain file. `tar` or `zip`: an archive of the selection. */
  @ApiProperty({ enum: downloadFormats, enumName: 'DownloadFormat', examples: ['file'] })
  @IsIn(downloadFormats)
  format!: DownloadFormat;

  /**
   * Name of the Director. Default: the default Director.
   * @example 'embedded'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  director?: string;
}

/** Links of a download. */
export class DownloadLinks {
  /**
   * Content of the download, for the caller who created it.
   * @example '/api/v1/restore/downloads/5f0c7f8a-2f61-4d5c-9d0e-1f2a3b4c5d6e/content'
   */
  content!: string;
}

/** Download that can be fetched until it expires. */
export class DownloadRecord {
  /**
   * Id of the download.
   * @example '5f0c7f8a-2f61-4d5c-9d0e-1f2a3b4c5d6e'
   */
  id!: string;

  /**
   * Name of the file.
   * @example 'hosts'
   */
  name!: string;

  /** Bytes of content. For an archive, without its headers and before zip compression. */
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 0, examples: [2048] })
  size!: number;

  /**
   * When fetching must have started.
   * @example '2026-11-20T21:19:05.000Z'
   */
  expiresAt!: Date;

  /** Related resources. */
  links!: DownloadLinks;
}
