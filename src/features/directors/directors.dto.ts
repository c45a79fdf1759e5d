import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { PageQuery } from '../../http/page.dto.js';
import { type RunStatus, runStatuses } from '../../domain/run.js';
import { RunLinks, RunProgressRecord, RunWaiting } from '../runs/run-record.dto.js';

export class DirectorsQuery extends PageQuery {
  /** Return only the Director with exactly this name. */
  @ApiProperty({ type: 'string', required: false, maxLength: 127, examples: ['embedded'] })
  @IsOptional()
  @IsString()
  @MaxLength(127)
  name?: string;
}

/** Links of a Director. */
export class DirectorLinks {
  /**
   * The Director.
   * @example '/api/v1/directors/embedded'
   */
  self!: string;

  /**
   * Current and next runs of the Director.
   * @example '/api/v1/directors/embedded/status'
   */
  status!: string;

  /**
   * Health of the Director.
   * @example '/api/v1/director/health?director=embedded'
   */
  health!: string;

  /**
   * Jobs of the Director.
   * @example '/api/v1/operations/jobs?director=embedded'
   */
  jobs!: string;

  /**
   * Clients of the Director.
   * @example '/api/v1/clients?director=embedded'
   */
  clients!: string;
}

/**
 * State of the console's index of file names. Runs that are not indexed yet are searched in the catalog, which is
 * slower.
 */
export class SearchIndexRecord {
  /** Runs whose file records the catalog retains. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 0, examples: [1200] })
  runs!: number;

  /** Number of these runs that are not indexed yet. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 0, examples: [0] })
  waiting!: number;

  /** Names in the index. A name is counted once for all runs that build on the same Full. */
  @ApiProperty({ type: 'integer', format: 'int64', minimum: 0, examples: [1600000] })
  entries!: number;

  /** When the index was last complete; null if never. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  readAt!: Date | null;

  /** Why the waiting runs could not be read. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  failure!: string | null;
}

/** Configured Director. Values that it reports itself are empty or null while it does not answer. */
export class DirectorRecord {
  /**
   * Name of the Director in this console.
   * @example 'embedded'
   */
  name!: string;

  /**
   * Kind of Director: `embedded`, `bacula` or `bareos`.
   * @example 'embedded'
   */
  kind!: string;

  /** Whether requests without `director` use this Director. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  default!: boolean;

  /** Whether it answered this request. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  reachable!: boolean;

  /** Why it did not answer. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  problem!: string | null;

  /** Version of the Director. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['0.1.0'] })
  version!: string | null;

  /** When the Director started. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T06:00:00.000Z'] })
  startedAt!: Date | null;

  /** Time zone of its schedules. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Europe/Berlin'] })
  timezone!: string | null;

  /**
   * Operations that the Director supports. A route that needs an unsupported operation responds with 422 not_supported_by_director.
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

  /**
   * Jobs that a restore can run as, the default one first if there is one.
   * @example ['RestoreFiles']
   */
  restoreJobs!: string[];

  /** State of the index of its file names; null until its catalog has been read. */
  @ApiProperty({ type: () => SearchIndexRecord, nullable: true })
  searchIndex!: SearchIndexRecord | null;

  /** Related resources. */
  links!: DirectorLinks;
}

/**
 * Data of a Director that a restore needs: names, and the folders it may write to. Empty if the Director does not answer.
 */
export class RestoreDirectorRecord {
  /**
   * Name of the Director in this console.
   * @example 'embedded'
   */
  name!: string;

  /** Whether requests without `director` use this Director. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  default!: boolean;

  /** Whether it answered this request. */
  @ApiProperty({ type: 'boolean', examples: [true] })
  reachable!: boolean;

  /**
   * Which of `restore`, `download`, `relocate`, `restore-job`, `restore-storage` and `plugin-options` the Director supports.
   * @example ['restore', 'download']
   */
  abilities!: string[];

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

  /**
   * Jobs that a restore can run as, the default one first if there is one.
   * @example ['RestoreFiles']
   */
  restoreJobs!: string[];

  /**
   * Names of its storages.
   * @example ['Local']
   */
  storages!: string[];
}

/** Running or waiting run. */
export class LiveRunRecord {
  /** Job id of the run at its Director. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * Name of the job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Level of the run.
   * @example 'Full'
   */
  level!: string;

  /** Client of the run. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  client!: string | null;

  /** Current status. */
  @ApiProperty({ enum: runStatuses, enumName: 'RunStatus', examples: ['running'] })
  status!: RunStatus;

  /** When the run started; null while it waits. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:00:01.000Z'] })
  startedAt!: Date | null;

  /** Progress of the run, present only if the Director reports it. */
  progress?: RunProgressRecord;

  /** Why the run does not continue: present while it is `waiting` or `queued`, or while its files do not arrive. */
  waitingFor?: RunWaiting;

  /** Links of the run. */
  links!: RunLinks;
}

/** Scheduled start. */
export class NextStart {
  /**
   * Time of the start.
   * @example '2026-11-21T21:00:00.000Z'
   */
  at!: Date;

  /**
   * Job to start.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Level of the run.
   * @example 'Incremental'
   */
  level!: string;

  /**
   * Client of the run.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * Schedule that starts the job.
   * @example 'Nightly'
   */
  schedule!: string;
}

/** Current and next runs of a Director. */
export class DirectorStatus {
  /**
   * Name of the Director.
   * @example 'embedded'
   */
  name!: string;

  /**
   * Version of the Director.
   * @example '0.1.0'
   */
  version!: string;

  /**
   * When the Director started.
   * @example '2026-11-20T06:00:00.000Z'
   */
  startedAt!: Date;

  /**
   * When the status was read.
   * @example '2026-11-20T21:04:05.000Z'
   */
  checkedAt!: Date;

  /** Running runs, newest first, at most 100. */
  running!: LiveRunRecord[];

  /** Queued and waiting runs, newest first, at most 100. */
  waiting!: LiveRunRecord[];

  /** Scheduled starts within a week, soonest first, at most 20. */
  next!: NextStart[];
}
