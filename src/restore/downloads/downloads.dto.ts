import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, Length } from 'class-validator';
import { type DownloadFormat, downloadFormats } from '../../domain/download.js';
import { MayBeAbsent } from '../../platform/http/query.decorators.js';
import { RunProgressRecord } from '../../runs/run-record.dto.js';
import { JobIdsField, TextsField } from '../restore-input.decorators.js';

/** How far a download is: `preparing`: a client restores its files. */
export const downloadStates = ['preparing', 'ready', 'failed'] as const;
export type DownloadState = (typeof downloadStates)[number];

/** Which files to download, and as what. */
export class DownloadBody {
  /** The runs of one restore chain of one client and fileset, in any order. */
  @JobIdsField()
  jobids!: number[];

  /** Files, or folders with all in them. Without `paths` and `refs` everything that the chain holds. */
  @TextsField('/etc/hosts')
  paths?: string[];

  /** The same by refs, for names that are not UTF-8. */
  @TextsField('L2V0Yy9ob3N0cw')
  refs?: string[];

  /** `file`: the content of exactly one plain file; `tar` or `zip`: an archive of all that is selected. */
  @ApiProperty({ enum: downloadFormats, enumName: 'DownloadFormat', examples: ['file'] })
  @IsIn(downloadFormats)
  format!: DownloadFormat;

  /**
   * Name of the Director; without it the default one.
   * @example 'embedded'
   */
  @MayBeAbsent()
  @IsString()
  @Length(1, 127)
  director?: string;
}

/** Where the bytes of a download are. */
export class DownloadLinks {
  /**
   * This record.
   * @example '/api/v1/restore/downloads/5f0c7f8a-2f61-4d5c-9d0e-1f2a3b4c5d6e'
   */
  self!: string;

  /**
   * The bytes, for the caller who asked for the download.
   * @example '/api/v1/restore/downloads/5f0c7f8a-2f61-4d5c-9d0e-1f2a3b4c5d6e/content'
   */
  content!: string;

  /** The restore that prepares it. Only where one is needed. */
  @ApiProperty({ type: 'string', required: false, examples: ['/api/v1/operations/runs/12?director=main'] })
  run?: string;
}

/** A download that can be fetched until it expires. */
export class DownloadRecord {
  /**
   * Identifies the download.
   * @example '5f0c7f8a-2f61-4d5c-9d0e-1f2a3b4c5d6e'
   */
  id!: string;

  /**
   * What the file is called.
   * @example 'hosts'
   */
  name!: string;

  /** Bytes of content. Of an archive its headers are not counted, nor what a zip saves. */
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 0, examples: [2048] })
  size!: number;

  /** `ready`: it can be fetched. The embedded Director's always are. */
  @ApiProperty({ enum: downloadStates, enumName: 'DownloadState', examples: ['ready'] })
  state!: DownloadState;

  /** Job id of the restore that prepares it; null where none is needed. */
  @ApiProperty({ type: 'integer', nullable: true, examples: [null] })
  jobId!: number | null;

  /** How far that restore is; null where it has ended, or the Director does not tell. */
  @ApiProperty({ type: () => RunProgressRecord, nullable: true })
  progress!: RunProgressRecord | null;

  /** Why it failed, in words; else null. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  problem!: string | null;

  /**
   * Until when fetching it may begin.
   * @example '2026-11-20T21:19:05.000Z'
   */
  expiresAt!: Date;

  /** Where to go on. */
  links!: DownloadLinks;
}
