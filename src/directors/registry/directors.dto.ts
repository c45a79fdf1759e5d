import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../../platform/http/page.dto.js';
import { type RunStatus, runStatuses } from '../../domain/run.js';
import { RunLinks, RunProgressRecord, RunWaiting } from '../../runs/run-record.dto.js';

export class DirectorsQuery extends PageQuery {
  /** Only the Director of exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['embedded'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;
}

/** Where to go on from a Director. */
export class DirectorLinks {
  /**
   * The Director itself.
   * @example '/api/v1/directors/embedded'
   */
  self!: string;

  /**
   * What it does now and next.
   * @example '/api/v1/directors/embedded/status'
   */
  status!: string;

  /**
   * The verdict on it.
   * @example '/api/v1/director/health?director=embedded'
   */
  health!: string;

  /**
   * Its jobs.
   * @example '/api/v1/operations/jobs?director=embedded'
   */
  jobs!: string;

  /**
   * Its clients.
   * @example '/api/v1/clients?director=embedded'
   */
  clients!: string;
}

/** How far the console's index of file names has come. Runs that wait are searched in the catalog itself, more slowly. */
export class SearchIndexRecord {
  /** Runs whose file records the catalog keeps. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 0, examples: [1200] })
  runs!: number;

  /** Those of them that are not in the index yet. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 0, examples: [0] })
  waiting!: number;

  /** Names in the index, each once for the runs that build on one Full. */
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 0, examples: [1600000] })
  entries!: number;

  /** When everything there was had been read last; null: never. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  readAt!: Date | null;

  /** Why runs that wait could not be read. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  failure!: string | null;
}

/** A configured Director. What it says of itself is empty or null while it does not answer. */
export class DirectorRecord {
  /**
   * Its name in the configuration of this console.
   * @example 'embedded'
   */
  name!: string;

  /**
   * What it is: embedded, bacula or bareos.
   * @example 'embedded'
   */
  kind!: string;

  /** Whether calls without `director` mean this one. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  default!: boolean;

  /** Whether it answered just now. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  reachable!: boolean;

  /** Why it did not. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  problem!: string | null;

  /** Its version. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['0.1.0'] })
  version!: string | null;

  /** Since when it runs. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T06:00:00.000Z'] })
  startedAt!: Date | null;

  /** The time zone its schedules are in. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Europe/Berlin'] })
  timezone!: string | null;

  /**
   * What it can do; a route that needs another word answers 422 not_supported_by_director.
   * @example ['run', 'cancel', 'restore', 'estimate']
   */
  abilities!: string[];

  /**
   * Names of its filesets.
   * @example ['Home']
   */
  filesets!: string[];

  /**
   * Names of its pools.
   * @example ['Default']
   */
  pools!: string[];

  /**
   * Names of its storages.
   * @example ['Local']
   */
  storages!: string[];

  /**
   * Names of its clients.
   * @example ['this-machine']
   */
  clients!: string[];

  /**
   * Folders below which a restore may write without restore:anywhere.
   * @example ['/var/lib/backup-console/restores']
   */
  restoreRoots!: string[];

  /** How far the index of its file names has come; null until its catalog was looked at. */
  @ApiProperty({ type: () => SearchIndexRecord, nullable: true })
  searchIndex!: SearchIndexRecord | null;

  /** Where to go on from here. */
  links!: DirectorLinks;
}

/** A run on its way. */
export class LiveRunRecord {
  /** The Director's number of the run. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * The configured job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Its level.
   * @example 'Full'
   */
  level!: string;

  /** The client. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  client!: string | null;

  /** How it stands. */
  @ApiProperty({ enum: runStatuses, enumName: 'RunStatus', examples: ['running'] })
  status!: RunStatus;

  /** When it started; null while it waits. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:00:01.000Z'] })
  startedAt!: Date | null;

  /** How far it has come; null where the Director does not tell. */
  @ApiProperty({ type: () => RunProgressRecord, nullable: true })
  progress!: RunProgressRecord | null;

  /** Why it does not go on; null where it does. */
  @ApiProperty({ type: () => RunWaiting, nullable: true })
  waitingFor!: RunWaiting | null;

  /** Where to follow it. */
  links!: RunLinks;
}

/** A start that is planned. */
export class NextStart {
  /**
   * When.
   * @example '2026-11-21T21:00:00.000Z'
   */
  at!: Date;

  /**
   * Which job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * At which level.
   * @example 'Incremental'
   */
  level!: string;

  /**
   * For which client.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * By which schedule.
   * @example 'Nightly'
   */
  schedule!: string;
}

/** What a Director does now and next. */
export class DirectorStatus {
  /**
   * The Director.
   * @example 'embedded'
   */
  name!: string;

  /**
   * Its version.
   * @example '0.1.0'
   */
  version!: string;

  /**
   * Since when it runs.
   * @example '2026-11-20T06:00:00.000Z'
   */
  startedAt!: Date;

  /**
   * When this was looked at.
   * @example '2026-11-20T21:04:05.000Z'
   */
  checkedAt!: Date;

  /** Runs on their way, newest first, at most 100. */
  running!: LiveRunRecord[];

  /** Runs that wait, newest first, at most 100. */
  waiting!: LiveRunRecord[];

  /** The next starts within a week, soonest first, at most 20. */
  next!: NextStart[];
}
