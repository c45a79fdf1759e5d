import { ApiProperty } from '@nestjs/swagger';
import { type DiagnosisCode, diagnosisCodes } from '../../domain/diagnosis.js';
import { type OutlierKind, outlierKinds } from './outliers/outliers.js';
import { type ReportedPolicy, reportedPolicies } from '../../domain/restore-facts.js';
import {
  hasEnded,
  type RunStatus,
  runStatuses,
  triggerKinds,
  type WaitingCode,
  waitingCodes,
} from '../../domain/run.js';
import { type MessageParams } from '../../domain/error-codes.js';
import { ApiMessageParams } from '../../http/openapi/message-params.decorator.js';
import { Acknowledgement } from './acknowledgements/acknowledgement.dto.js';
import {
  type ProtectionBasis,
  protectionBases,
  type ProtectionStatus,
  protectionStatuses,
  type ProtectionWeight,
  protectionWeights,
} from '../../domain/protection.js';

const statusText =
  '`ok`, `warn`, `crit`: by the age of the last good backup. `never`: no backup yet. `unknown`: the history has not been read yet. `not_monitored`: not scheduled.';

/** Whether a job, with its client and fileset, has a good backup that is recent enough. */
export class JobProtection {
  @ApiProperty({ enum: protectionStatuses, enumName: 'ProtectionStatus', description: statusText, examples: ['ok'] })
  status!: ProtectionStatus;

  /** Effect on the health verdict. `neutral`: no backup was due yet. Null if the job is not monitored. */
  @ApiProperty({ enum: protectionWeights, nullable: true, examples: ['ok'] })
  countsAs!: ProtectionWeight | null;

  /** End of the last good backup of this client with this fileset that can still be restored; null if there is none. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  lastGoodAt!: Date | null;

  /** Age of that backup in seconds; null if there was none. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [39600] })
  ageSeconds!: number | null;

  /** Age in seconds above which the status is `warn`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [129600] })
  warnSeconds!: number;

  /** Age in seconds above which the status is `crit`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [259200] })
  critSeconds!: number;

  /** Source of the thresholds: set for the job, set for its client, derived from its schedule, or global. */
  @ApiProperty({ enum: protectionBases, examples: ['schedule'] })
  basis!: ProtectionBasis;
}

/** Number of backup jobs by status. */
export class ProtectionCounts {
  /** Jobs with a recent good backup. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [3] })
  ok!: number;

  /** Overdue jobs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  warn!: number;

  /** Critically overdue jobs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  crit!: number;

  /** Jobs that were never backed up. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1] })
  never!: number;

  /** Jobs whose history has not been read yet. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  unknown!: number;

  /** Jobs without a schedule, or with a disabled one. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  notMonitored!: number;
}

/** Worst status of a client's monitored jobs. */
export class ClientProtection {
  @ApiProperty({ enum: protectionStatuses, enumName: 'ProtectionStatus', description: statusText, examples: ['ok'] })
  status!: ProtectionStatus;

  /** Effect on the health verdict. `neutral`: no backup was due yet. Null if no job of the client is monitored. */
  @ApiProperty({ enum: protectionWeights, nullable: true, examples: ['ok'] })
  countsAs!: ProtectionWeight | null;

  /** Number of its backup jobs by status. */
  jobs!: ProtectionCounts;
}

const waitingKinds = ['media', 'device', 'slot', 'priority', 'client', 'storage', 'time', 'other'] as const;

/** What started a run. */
export class RunTrigger {
  /** Kind of starter: schedule, user, API token, or the Director's own console. */
  @ApiProperty({ enum: triggerKinds, enumName: 'RunTriggerKind', examples: ['schedule'] })
  kind!: (typeof triggerKinds)[number];

  /** Id of the user or token; null for other starters. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  id!: string | null;

  /**
   * Name of the schedule, user or token; empty if unknown. Bareos reports that its scheduler started a run, but not which
   * schedule.
   * @example 'Nightly'
   */
  name!: string;
}

/** Progress of a run that has not ended. */
export class RunProgressRecord {
  /** Files processed so far. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [812] })
  files!: number;

  /** Bytes processed so far. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [73400320] })
  bytes!: number;

  /** Speed in bytes per second, as the Director measures it; 0 while it is not known. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [10485760] })
  bytesPerSecond!: number;

  /** File being read or written; null if the Director does not report it. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['/etc/hosts'] })
  currentFile!: string | null;

  /** Progress from 0 to 1; null if the total is unknown. */
  @ApiProperty({ type: 'number', nullable: true, minimum: 0, maximum: 1, examples: [0.42] })
  fraction!: number | null;
}

/** Why a run is waiting. */
export class RunWaiting {
  /** What the run is waiting for. */
  @ApiProperty({ enum: waitingKinds, enumName: 'RunWaitingKind', examples: ['media'] })
  kind!: (typeof waitingKinds)[number];

  /** Stable code of the reason. */
  @ApiProperty({ enum: waitingCodes, enumName: 'RunWaitingCode', examples: ['volume_to_write'] })
  code!: WaitingCode;

  /** Values used in the reason: client, device, storage, pool, volume, mediaType, at (a time), runsAhead. */
  @ApiMessageParams({ pool: 'Default', device: 'Drive-0', storage: 'Tapes' })
  params!: MessageParams;

  /**
   * Reason as text.
   * @example 'Waiting for an appendable volume in pool Default.'
   */
  text!: string;

  /**
   * Action that lets the run continue.
   * @example 'Add a volume to the pool.'
   */
  hint!: string;
}

/** Why a run failed, had warnings or was canceled, based on its log. */
export class RunDiagnosis {
  /** Stable code of the cause. */
  @ApiProperty({ enum: diagnosisCodes, enumName: 'RunDiagnosisCode', examples: ['storage_full'] })
  code!: DiagnosisCode;

  /**
   * Cause in one sentence.
   * @example 'The storage is full.'
   */
  cause!: string;

  /**
   * Recommended next step.
   * @example 'Free space for the volumes or shorten the retention of the pool, and run the job again.'
   */
  nextStep!: string;

  /**
   * Log line that shows the cause; empty if no single line does.
   * @example 'Fatal error: write to volume Default-0001 failed: no space left on device'
   */
  logLine!: string;

  /**
   * Path that the log line names; only of `source_missing`.
   * @example '/srv/missing'
   */
  path?: string;
}

/** How a run differs from the previous good runs of its job, client and level. */
export class RunOutlier {
  /**
   * `slow`: the run took, or has been running for, at least three times as long as usual. `small`: it saved at most half
   * as many bytes as usual.
   */
  @ApiProperty({ enum: outlierKinds, enumName: 'OutlierKind', examples: ['small'] })
  kind!: OutlierKind;

  /** Median of the ten previous good runs: seconds for `slow`, bytes for `small`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  usual!: number;

  /** Value of this run; for an unfinished run, the latest one. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1048576] })
  value!: number;
}

const jobIdList = { type: 'array', items: { type: 'integer', format: 'int32', minimum: 1 } } as const;
const countOf = (example: number) => ({ type: 'integer', nullable: true, minimum: 0, examples: [example] }) as const;

/** Relocation of a restore. */
export class RelocationRecord {
  /** Folder that was removed from the beginning of the paths. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['/home/anna'] })
  stripPrefix!: string | null;

  /** Folder below which the paths were restored. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['/var/restores/anna'] })
  addPrefix!: string | null;

  /** Text that was added to the names of files. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  addSuffix!: string | null;

  /** Expressions in the syntax of RegexWhere. */
  @ApiProperty({ type: 'string', nullable: true, examples: [null] })
  regex!: string | null;
}

/**
 * Selection and result of a restore. Null if the restore was not started by the console and its Director does not
 * report it.
 */
export class RestoreRecord {
  /** Job ids of the chain that was restored. */
  @ApiProperty({ ...jobIdList, nullable: true, examples: [[3, 5]] })
  jobids!: number[] | null;

  /** Filesets of these runs. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, nullable: true, examples: [['Home']] })
  filesets!: string[] | null;

  /** Client that these runs backed up. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  sourceClient!: string | null;

  /** Folder below which the original paths were restored; `/` is the original location. Null with a relocation. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['/var/restores/today'] })
  where!: string | null;

  /** How the paths were changed, instead of `where`; null if they were not. */
  @ApiProperty({ type: () => RelocationRecord, nullable: true, examples: [null] })
  relocation!: RelocationRecord | null;

  /** How existing files were handled. */
  @ApiProperty({ enum: reportedPolicies, enumName: 'ReportedPolicy', nullable: true, examples: ['never'] })
  replace!: ReportedPolicy | null;

  /** Client to which files were restored. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  restoreClient!: string | null;

  /** Number of selected files, folders and links. */
  @ApiProperty(countOf(3))
  chosen!: number | null;

  /** Number of these that were restored. */
  @ApiProperty(countOf(1))
  restored!: number | null;

  /** Number of these that were skipped because of `replace`. */
  @ApiProperty(countOf(2))
  skipped!: number | null;

  /** Number of these that could not be restored. */
  @ApiProperty(countOf(0))
  failed!: number | null;

  /** Refs of the selection, empty for everything. Present only for a single run with a stored selection. */
  @ApiProperty({ type: 'array', items: { type: 'string' }, required: false, examples: [['L2V0Yy9ob3N0cw']] })
  refs?: string[];
}

/** Links of a run. */
export class RunLinks {
  /**
   * The run.
   * @example '/api/v1/operations/runs/7?director=embedded'
   */
  self!: string;

  /**
   * Log of the run.
   * @example '/api/v1/operations/runs/7/log?director=embedded'
   */
  log!: string;

  /**
   * Files that the run recorded.
   * @example '/api/v1/operations/runs/7/files?director=embedded'
   */
  files!: string;

  /**
   * Volumes that the run used.
   * @example '/api/v1/operations/runs/7/volumes?director=embedded'
   */
  volumes!: string;

  /**
   * Director of the run.
   * @example '/api/v1/directors/embedded'
   */
  director!: string;

  /** GET waits up to a minute for the run to end. Present only until the run has ended. */
  @ApiProperty({ type: 'string', required: false, examples: ['/api/v1/operations/runs/7?director=embedded&wait=60'] })
  wait?: string;

  /** POST cancels the run. Present only until the run has ended. */
  @ApiProperty({ type: 'string', required: false, examples: ['/api/v1/operations/runs/7/cancel?director=embedded'] })
  cancel?: string;

  /** POST runs the job again with the same settings. Present only after the run has ended, and not for a restore. */
  @ApiProperty({ type: 'string', required: false, examples: ['/api/v1/operations/runs/7/rerun?director=embedded'] })
  rerun?: string;
}

/**
 * Addresses around one run and, where its state is given, what can be done with it: an unfinished one can be waited for and canceled, an ended one can be
 * run again unless it is a restore. They name the Director even where it is the default: the default may change.
 */
export function linksOfRun(
  director: string,
  jobId: number,
  run?: { readonly status: RunStatus; readonly type: string },
): RunLinks {
  const path = `/api/v1/operations/runs/${jobId}`;
  const name = encodeURIComponent(director);
  const query = `?director=${name}`;
  const links: RunLinks = {
    self: `${path}${query}`,
    log: `${path}/log${query}`,
    files: `${path}/files${query}`,
    volumes: `${path}/volumes${query}`,
    director: `/api/v1/directors/${name}`,
  };
  if (run === undefined) return links;
  if (!hasEnded(run.status)) {
    links.wait = `${path}${query}&wait=60`;
    links.cancel = `${path}/cancel${query}`;
  } else if (run.type !== 'Restore') links.rerun = `${path}/rerun${query}`;
  return links;
}

/** Execution of a job. `director` and `uniqueName` identify it permanently; job ids can be reused. */
export class RunRecord {
  /** Job id of the run at its Director. */
  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, examples: [7] })
  jobId!: number;

  /**
   * Unique job name of Bacula.
   * @example 'BackupHome.2026-11-20_21.00.00_07'
   */
  uniqueName!: string;

  /**
   * Name of the job.
   * @example 'BackupHome'
   */
  job!: string;

  /**
   * Director of the run.
   * @example 'embedded'
   */
  director!: string;

  /**
   * Type of the job.
   * @example 'Backup'
   */
  type!: string;

  /**
   * Level as the Director names it.
   * @example 'Full'
   */
  level!: string;

  /** Client that was read or written. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['this-machine'] })
  client!: string | null;

  /** Fileset of the run. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Home'] })
  fileset!: string | null;

  /** Pool of its volumes; before the run starts, the requested pool, if any. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Default'] })
  pool!: string | null;

  /** Storage that it wrote to or read from; before the run starts, the requested storage, if any. */
  @ApiProperty({ type: 'string', nullable: true, examples: ['Local'] })
  storage!: string | null;

  /**
   * Status of the run. The last four mean that it has ended. A run that began and waits, for example for a volume or a mount,
   * is `waiting`, also in filters and counts; the run store gets this status from the Director within half a minute.
   */
  @ApiProperty({ enum: runStatuses, enumName: 'RunStatus', examples: ['completed'] })
  status!: RunStatus;

  /**
   * Status code of the run in the catalog. Catalogs keep `R` while a run waits for media.
   * @example 'T'
   */
  statusCode!: string;

  /** When the run was requested: by its schedule, a user or a token. */
  @ApiProperty({ type: 'string', format: 'date-time', examples: ['2026-11-20T21:00:00.000Z'] })
  queuedAt!: string;

  /** Scheduled start: later than `queuedAt` for a run with `when`. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:00:00.000Z'] })
  scheduledAt!: string | null;

  /** When the run started; null while it waits. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:00:01.000Z'] })
  startedAt!: string | null;

  /** When the run ended; null until then. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, examples: ['2026-11-20T21:04:05.000Z'] })
  endedAt!: string | null;

  /** Seconds from start to end; null until the run has ended. */
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, examples: [244] })
  durationSeconds!: number | null;

  /** Files saved, restored or verified, as the Director counts them. Bacula also counts files that a restore skipped: see `restore.restored`. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [1204] })
  files!: number;

  /** Bytes saved, restored or verified. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [104857600] })
  bytes!: number;

  /** Number of errors and warnings; of a verify also each file that differs. */
  @ApiProperty({ type: 'integer', minimum: 0, examples: [0] })
  errors!: number;

  /** Progress, present only until the run has ended and if the Director reports it. */
  progress?: RunProgressRecord;

  /** What started the run. */
  triggeredBy!: RunTrigger;

  /** Why the run does not continue: present while it is `waiting` or `queued`, or while its files do not arrive. */
  waitingFor?: RunWaiting;

  /** Cause of an unsuccessful end. Present only for a single run whose log shows the cause. */
  diagnosis?: RunDiagnosis;

  /**
   * Whether the catalog still retains the backup: its record, and volumes with its data. Present only for a single good
   * backup, and only while the catalog can be read.
   */
  @ApiProperty({ type: 'boolean', required: false, examples: [true] })
  retained?: boolean;

  /** Selection and result of a restore. Present only for runs of type Restore. */
  restore?: RestoreRecord;

  /** When a user requested to cancel it. Present only until the run has ended: a Director may take half a minute. */
  @ApiProperty({ type: 'string', format: 'date-time', required: false, examples: ['2026-11-20T21:02:00.000Z'] })
  cancelRequestedAt?: string;

  /** Unusual values; absent if there are none, or if the run has not been compared yet. */
  outliers?: RunOutlier[];
  /** Acknowledgement of the result; absent if there is none. */
  acknowledgement?: Acknowledgement;

  /** Related resources. */
  links!: RunLinks;
}
