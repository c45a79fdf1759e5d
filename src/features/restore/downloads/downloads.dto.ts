import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, Length } from 'class-validator';
import { type DownloadFormat, downloadFormats } from '../../../domain/download.js';
import { MayBeAbsent } from '../../../http/query.decorators.js';
import { RunProgressRecord } from '../../runs/run-record.dto.js';
import { JobIdsField, TextsField } from '../restore-input.decorators.js';

/** State of a download. `preparing`: a client restores its files. */
export const downloadStates = ['preparing', 'ready', 'failed'] as const;
export type DownloadState = (typeof downloadStates)[number];

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
   * This record.
   * @example '/api/v1/restore/downloads/5f0c7f8a-2f61-4d5c-9d0e-1f2a3b4c5d6e'
   */
  self!: string;

  /**
   * Content of the download, for the caller who created it.
   * @example '/api/v1/restore/downloads/5f0c7f8a-2f61-4d5c-9d0e-1f2a3b4c5d6e/content'
   */
  content!: string;

  /** Run of the restore that prepares the download; absent if none is needed. */
  @ApiProperty({ type: 'string', required: false, examples: ['/api/v1/operations/runs/12?director=main'] })
  run?: string;
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

  /** State of the download. `ready`: the content can be fetched; downloads of the embedded Director are ready immediately. */
  @ApiProperty({ enum: downloadStates, enumName: 'DownloadState', examples: ['ready'] })
  state!: DownloadState;

  /** Job id of the restore that prepares the download; null if none is needed. */
  @ApiProperty({ type: 'integer', format: 'int32', nullable: true, examples: [null] })
  jobId!: number | null;

  /** Progress of that restore; null if it has ended or the Director does not report it. */
  @ApiProperty({ type: () => RunProgressRecord, nullable: true })
  progress!: RunProgressRecord | null;

  /** Reason why the download failed; otherwise null. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  problem!: string | null;

  /**
   * Time by which fetching must start.
   * @example '2026-11-20T21:19:05.000Z'
   */
  expiresAt!: Date;

  /** Related resources. */
  links!: DownloadLinks;
}
