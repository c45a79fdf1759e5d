import { ApiProperty } from '@nestjs/swagger';
import { type DiagnosisCode, diagnosisCodes } from '../domain/diagnosis.js';
import { type OutlierKind, outlierKinds } from '../domain/outliers.js';
import { type ReportedPolicy, reportedPolicies } from '../domain/restore-facts.js';
import { type RunStatus, runStatuses, type WaitingCode, waitingCodes } from '../domain/run.js';
import { type SaidValues } from '../domain/said.js';
import { ApiSaidValues } from '../platform/http/openapi/said-values.decorator.js';
import { Acknowledgement } from './acknowledgements/acknowledgement.dto.js';

const triggerKinds = ['schedule', 'session', 'token', 'console', 'unknown'] as const;
const waitingKinds = ['media', 'device', 'slot', 'priority', 'client', 'storage', 'time', 'other'] as const;

/** Who or what started a run. */
export class RunTrigger {
  /** What kind of starter it was: its schedule, a person, an API token, the Director's own console. */
  @ApiProperty({ enum: triggerKinds, enumName: 'RunTriggerKind', examples: ['schedule'] })
  kind!: (typeof triggerKinds)[number];

  /**
   * Name of the schedule, user or token; empty where it is not known.
   * @example 'Nightly'
   */
  name!: string;
}

/** How far a run that has not ended has come. */
export class RunProgressRecord {
  /** Files done so far. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [812] })
  files!: number;

  /** Bytes done so far. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [73400320] })
  bytes!: number;

  /** Speed over the last seconds. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [10485760] })
  bytesPerSecond!: number;

  /** What is being read or written now; null where the Director does not tell. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['/etc/hosts'] })
  currentFile!: string | null;

  /** From 0 to 1, where the amount is known beforehand. */
  @ApiProperty({ type: 'number', nullable: true, minimum: 0, maximum: 1, examples: [0.42] })
  fraction!: number | null;
}

/** Why a run does not go on. */
export class RunWaiting {
  /** What it waits for. */
  @ApiProperty({ enum: waitingKinds, enumName: 'RunWaitingKind', examples: ['media'] })
  kind!: (typeof waitingKinds)[number];

  /** Stable word for the reason. */
  @ApiProperty({ enum: waitingCodes, enumName: 'RunWaitingCode', examples: ['volume_to_write'] })
  code!: WaitingCode;

  /** The values that stand in the reason: client, device, storage, pool, volume, mediaType, at (a time), runsAhead. */
  @ApiSaidValues({ pool: 'Default', device: 'Drive-0', storage: 'Tapes' })
  params!: SaidValues;

  /**
   * The reason in words.
   * @example 'Waits for an appendable volume in pool Default.'
   */
  text!: string;

  /**
   * What would let it go on.
   * @example 'Add a volume to the pool.'
   */
  hint!: string;
}

/** Why a run failed, had warnings or was canceled, as its log shows it. */
export class RunDiagnosis {
  /** Stable word for the cause. */
  @ApiProperty({ enum: diagnosisCodes, enumName: 'RunDiagnosisCode', examples: ['storage_full'] })
  code!: DiagnosisCode;

  /**
   * The cause in a sentence.
   * @example 'The storage is full.'
   */
  cause!: string;

  /**
   * What to do about it.
   * @example 'Free space for the volumes or shorten the retention of the pool, and run the job again.'
   */
  nextStep!: string;

  /**
   * The log line that shows it; empty where no single line does.
   * @example 'Fatal error: write to volume Default-0001 failed: no space left on device'
   */
  logLine!: string;
}

/** In what a run is far from the last good ones of its job, client and level. */
export class RunOutlier {
  /** slow: it took at least three times as long, or does so while it runs; small: it saved at most half as many bytes. */
  @ApiProperty({ enum: outlierKinds, enumName: 'OutlierKind', examples: ['small'] })
  kind!: OutlierKind;

  /** The median of the ten good runs before it: seconds for slow, bytes for small. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  usual!: number;

  /** The same of this run; of one that still runs, when it was last looked at. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1048576] })
  value!: number;
}

const jobIdList = { type: 'array', items: { type: 'integer', format: 'int32', minimum: 1 } } as const;
const countOf = (example: number) => ({ type: 'integer', nullable: true, minimum: 0, examples: [example] }) as const;

/** What a restore was to do, and what it did. null: neither the console, which did not start it, nor its Director says it. */
export class RestoreRecord {
  /** The runs of the chain that it was restored from. */
  @ApiProperty({ ...jobIdList, nullable: true, examples: [[3, 5]] })
  jobids!: number[] | null;

  /** The filesets of these runs. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, nullable: true, examples: [['Home']] })
  filesets!: string[] | null;

  /** The client that these runs read. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  sourceClient!: string | null;

  /** The folder that original paths were appended to; `/` is the original place. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['/var/restores/today'] })
  where!: string | null;

  /** What it did with a file that was there already. */
  @ApiProperty({ enum: reportedPolicies, enumName: 'ReportedPolicy', nullable: true, examples: ['never'] })
  replace!: ReportedPolicy | null;

  /** The client that was written to. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  restoreClient!: string | null;

  /** Files, folders and links that were chosen. */
  @ApiProperty(countOf(3))
  chosen!: number | null;

  /** Those of them that were restored. */
  @ApiProperty(countOf(1))
  restored!: number | null;

  /** Those that `replace` left as they were. */
  @ApiProperty(countOf(2))
  skipped!: number | null;

  /** Those that could not be restored. */
  @ApiProperty(countOf(0))
  failed!: number | null;

  /** Refs of what was chosen, empty for everything; only where a single run is asked for and they are stored. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, required: false, examples: [['L2V0Yy9ob3N0cw']] })
  refs?: string[];
}

/** Where to go on from a run. */
export class RunLinks {
  /**
   * The run itself.
   * @example '/api/v1/operations/runs/7?director=embedded'
   */
  self!: string;

  /**
   * Its log.
   * @example '/api/v1/operations/runs/7/log?director=embedded'
   */
  log!: string;

  /**
   * The files it recorded.
   * @example '/api/v1/operations/runs/7/files?director=embedded'
   */
  files!: string;

  /**
   * The volumes it used.
   * @example '/api/v1/operations/runs/7/volumes?director=embedded'
   */
  volumes!: string;

  /**
   * The Director that ran it.
   * @example '/api/v1/directors/embedded'
   */
  director!: string;

  /** GET waits up to a minute for the end of the run; only while it has not ended. */
  @ApiProperty({ type: 'string', required: false, examples: ['/api/v1/operations/runs/7?director=embedded&wait=60'] })
  wait?: string;

  /** POST cancels the run; only while it has not ended. */
  @ApiProperty({ type: 'string', required: false, examples: ['/api/v1/operations/runs/7/cancel?director=embedded'] })
  cancel?: string;

  /** POST runs the job again as this run did; only after its end, and not for a restore. */
  @ApiProperty({ type: 'string', required: false, examples: ['/api/v1/operations/runs/7/rerun?director=embedded'] })
  rerun?: string;
}

/** One execution of a job. (director, uniqueName) identifies it for good; job ids can start over. */
export class RunRecord {
  /** The Director's number of the run. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * Bacula's own unique job name.
   * @example 'BackupHome.2026-11-20_21.00.00_07'
   */
  uniqueName!: string;

  /**
   * The configured job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * The Director that ran it.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Type of the job.
   * @example 'Backup'
   */
  type!: string;

  /**
   * Level in the Director's own words.
   * @example 'Full'
   */
  level!: string;

  /** The client that was read or written. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  client!: string | null;

  /** The fileset. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Home'] })
  fileset!: string | null;

  /** The pool its volumes came from; before its start the one that was requested, if any. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default'] })
  pool!: string | null;

  /** The storage it wrote to or read from; before its start the one that was requested, if any. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Local'] })
  storage!: string | null;

  /** How it stands; the last four mean that it has ended. */
  @ApiProperty({ enum: runStatuses, enumName: 'RunStatus', examples: ['completed'] })
  status!: RunStatus;

  /**
   * The Director's own letter for the status.
   * @example 'T'
   */
  statusCode!: string;

  /** When the run was requested: by its schedule, a user or a token. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  queuedAt!: string;

  /** When it is or was planned to start: later than `queuedAt` for a run with `when`. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:00:00.000Z'] })
  scheduledAt!: string | null;

  /** When it started; null while it waits. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:00:01.000Z'] })
  startedAt!: string | null;

  /** When it ended; null until then. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  endedAt!: string | null;

  /** From start to end; null until it ended. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [244] })
  durationSeconds!: number | null;

  /** Files it saved or restored, as its Director counts them: Bacula counts those that a restore skipped, too; see `restore.restored`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  files!: number;

  /** Bytes it saved or restored. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;

  /** Errors and warnings it counted. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  errors!: number;

  /** Live figures, only while it has not ended and where the Director tells them. */
  progress?: RunProgressRecord;

  /** Who or what started it. */
  triggeredBy!: RunTrigger;

  /** Why it does not go on, only while it waits. */
  waitingFor?: RunWaiting;

  /** Why it ended like this, only where a single run is asked for that did not end well and whose log shows the cause. */
  diagnosis?: RunDiagnosis;

  /** What a restore was to do and what it did; only of a run of type Restore. */
  restore?: RestoreRecord;

  /** When somebody asked to cancel it, only while it has not ended: a Director may take half a minute. */
  @ApiProperty({ type: 'string', format: 'date-time', required: false, examples: ['2026-11-20T21:02:00.000Z'] })
  cancelRequestedAt?: string;

  /** In what it is far from usual; absent where it is not, or is not compared yet. */
  outliers?: RunOutlier[];
  /** That somebody has seen how it ended and looks after it; only where somebody said so. */
  acknowledgement?: Acknowledgement;

  /** Where to go on from here. */
  links!: RunLinks;
}
