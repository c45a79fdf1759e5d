import { type DirectorObservation } from '../../../domain/director.port.js';
import { type ConfigurationProblem } from '../resources/configuration-file.js';
import { faultText } from '../resources/configuration-faults.js';
import { isBackupJob, type Resources, type StorageResource } from '../resources/resources.js';
import { type NeverStarting } from '../resources/schedule.js';
import { whyNotItsFolder } from '../volumes/storage-mark.js';
import { verifiedBackups, type VerifiedBackups } from '../verify/verified-runs.js';
import { type Engine } from './engine.js';
import { type StalledRun } from './run-queue.js';

const gibibyte = 2 ** 30;
const warnShare = 0.1;
const critShare = 0.02;

type Observed = Pick<DirectorObservation, 'id' | 'component' | 'status' | 'code' | 'message'> &
  Partial<DirectorObservation>;

function observation(observed: Observed): DirectorObservation {
  return { hint: null, value: null, unit: null, params: {}, ...observed };
}

/**
 * Facts that only this Director knows about itself; the health check reads the rest from its catalog, as for any Director. Each
 * has a fast answer or none: a storage that hangs must not hang the console.
 */
export async function observe(
  engine: Engine,
  problem: ConfigurationProblem | null,
  never: readonly NeverStarting[],
): Promise<readonly DirectorObservation[]> {
  const { resources, isConfigured } = engine;
  if (!isConfigured) return problem === null ? [observeDirector(engine)] : observeFile(problem, isConfigured);
  const storages = await Promise.all(resources.storages.map((storage) => observeStorage(engine, storage)));
  return [
    observeDirector(engine),
    ...storages,
    ...observeFile(problem, isConfigured),
    observeConfiguration(resources),
    ...observeSchedules(never),
    ...observeProgress(engine.queue.stalled()),
    ...(await observeVerified(engine, resources)),
  ];
}

function observeDirector(engine: Engine): DirectorObservation {
  const about = { id: 'director', component: 'director' } as const;
  if (engine.isOwner) {
    return observation({ ...about, status: 'ok', code: 'director.runs', message: 'The embedded Director is running.' });
  }
  if (!engine.isOwnedElsewhere) {
    return observation({
      ...about,
      status: 'warn',
      code: 'director.recovering',
      message: 'The embedded Director is recovering its catalog.',
      hint: 'Its database was unavailable. No action is needed.',
    });
  }
  return observation({
    ...about,
    status: 'warn',
    code: 'director.elsewhere',
    message: 'Another process runs the jobs of this catalog.',
    hint: 'Commands are handled by that process. This one takes over when it ends.',
  });
}

async function observeStorage(engine: Engine, storage: StorageResource): Promise<DirectorObservation> {
  const about = { id: `storage:${storage.name}`, component: 'storage' } as const;
  const params = { storage: storage.name, folder: storage.folder };
  try {
    const { freeBytes: free, freeShare: share } = await engine.files.of(storage.folder).room(storage.folder);
    const why = await whyNotItsFolder(engine.pool, storage, engine.files.of(storage.folder));
    if (why !== null) {
      const hint = `Mount the disk of ${storage.folder}. No run can write there until then.`;
      return observation({ ...about, status: 'crit', code: 'storage.unwritable', params, message: why, hint });
    }
    const status = share < critShare || free < gibibyte / 4 ? 'crit' : share < warnShare ? 'warn' : 'ok';
    const figures = `${(free / gibibyte).toFixed(1)} GiB free (${(share * 100).toFixed(0)} %)`;
    // Without numbers while all is well: otherwise the message, and so the ETag of health, would change with every write.
    const message = `Storage ${storage.name}${status === 'ok' ? ' has enough free space' : `: ${figures}`}.`;
    const hint =
      status === 'ok' ? null : `Free space on the disk of ${storage.folder}, or shorten the retention of a pool.`;
    const more = { params: { ...params, freeShare: share }, value: free, unit: 'bytes', hint };
    return observation({ ...about, status, code: 'storage.space', message, ...more });
  } catch {
    return observation({
      ...about,
      status: 'crit',
      code: 'storage.unwritable',
      params,
      message: `Storage ${storage.name}: its folder cannot be written to.`,
      hint: `Check that ${storage.folder} exists, is mounted, and is writable by the console.`,
    });
  }
}

function observeSchedules(never: readonly NeverStarting[]): DirectorObservation[] {
  if (never.length === 0) return [];
  const starts = never.map(({ schedule, at }) => `${schedule} (${at})`).join(', ');
  return [
    observation({
      id: 'schedules',
      component: 'configuration',
      status: 'warn',
      code: 'jobs.never_start',
      params: { starts },
      message: `Schedules with a start time that never occurs: ${starts}.`,
      hint: 'Correct the expression in director.yaml.',
    }),
  ];
}

function observeProgress(stalled: readonly StalledRun[]): DirectorObservation[] {
  if (stalled.length === 0) return [];
  const runs = stalled.map(({ jobId, job, minutes }) => `${job} (job id ${jobId}, ${minutes} minutes)`).join(', ');
  return [
    observation({
      id: 'progress',
      component: 'client',
      status: 'warn',
      code: 'runs.no_progress',
      params: { runs },
      message: `Runs without progress: ${runs}.`,
      hint: 'Check that the file systems of the files and of the storages respond. Canceling a run frees its client.',
    }),
  ];
}

const problemCodes = {
  invalid: 'configuration.invalid',
  rejected: 'configuration.rejected',
  missing: 'configuration.missing',
  unwritten: 'configuration.unwritten',
} as const;

const problemTexts = {
  invalid: 'director.yaml is not valid',
  rejected: 'director.yaml is not in force, because it would take backups out of reach',
  missing: 'director.yaml is missing',
  unwritten: 'director.yaml could not be written; the configuration in force is newer',
} as const;

const problemHints = {
  invalid: 'Correct the file. The command "npx backup-console check" shows every error.',
  rejected: 'Correct the file, or do what the message says.',
  unwritten: 'Correct what the message says. The console tries again every ten seconds.',
  missing: 'Restore the file. DATA_DIR/director/last-good.yaml is a copy of the last valid one.',
} as const;

const inForce = 'The last valid configuration remains in force.';
const nothingRuns = 'No job runs until it is valid.';

/** Nothing while the text of the file is in force. */
function observeFile(problem: ConfigurationProblem | null, isConfigured: boolean): DirectorObservation[] {
  const [first] = problem?.faults ?? [];
  if (!problem || !first) return [];
  const { kind, faults } = problem;
  const { line, column } = first;
  const more = faults.length - 1;
  const error = faultText({ ...first, line: null });
  const rest = more === 0 ? '' : more === 1 ? ', and 1 more error' : `, and ${more} more errors`;
  const result = isConfigured ? inForce : nothingRuns;
  return [
    observation({
      id: 'configuration.file',
      component: 'configuration',
      status: isConfigured ? 'warn' : 'crit',
      code: problemCodes[kind],
      params: {
        error,
        ...(line === null || column === null ? {} : { line, column }),
        more,
        configured: isConfigured ? 'yes' : 'no',
      },
      message: `${problemTexts[kind]}: ${faultText(first)}${rest}. ${result}`,
      hint: kind === 'missing' && !isConfigured ? 'Restore the file.' : problemHints[kind],
    }),
  ];
}

const namesShown = 3;

/** null: not known, because the catalog is away, which is a finding of its own. */
async function observeVerified(engine: Engine, { jobs }: Resources): Promise<DirectorObservation[]> {
  const known = await verifiedBackups(engine.pool).catch(() => null);
  if (known === null || (known.runs === 0 && jobs.every(isBackupJob))) return [];
  return [verifiedFinding(known)];
}

function verifiedFinding({ runs, lastAt, differing }: VerifiedBackups): DirectorObservation {
  const about = { id: 'backups.verified', component: 'storage' } as const;
  if (lastAt === null) {
    const message = 'No retained backup has been verified.';
    return observation({ ...about, status: 'ok', code: 'backups.unverified', message });
  }
  const at = lastAt.toISOString();
  const value = differing.reduce((sum, { differences }) => sum + differences, 0);
  if (value === 0) {
    const message = `Backups last verified at ${at}: no differences in ${runs} ${runs === 1 ? 'run' : 'runs'}.`;
    return observation({
      ...about,
      status: 'ok',
      code: 'backups.verified',
      params: { at },
      value: runs,
      unit: 'runs',
      message,
    });
  }
  const names = differing
    .slice(0, namesShown)
    .map(({ jobId, job }) => `${jobId} (${job})`)
    .join(', ');
  const more = Math.max(0, differing.length - namesShown);
  return observation({
    ...about,
    status: 'crit',
    code: 'backups.differ',
    params: { at, runs: names, more },
    value,
    unit: 'differences',
    message: `${value} ${value === 1 ? 'difference' : 'differences'} from what was backed up, in ${differing.length === 1 ? 'run' : 'runs'} ${names}${more > 0 ? ` and ${more} more` : ''}.`,
    hint: 'The log of the verify run names the files. Check the disk of the storage, and run the jobs at level Full.',
  });
}

function observeConfiguration(resources: Resources): DirectorObservation {
  const about = { id: 'configuration', component: 'configuration' } as const;
  const enabled = resources.jobs.filter((job) => job.enabled);
  if (!enabled.some(isBackupJob)) {
    return observation({
      ...about,
      status: 'warn',
      code: 'jobs.none_enabled',
      message: 'No backup job is enabled in director.yaml.',
      hint: 'Add a job. The file contains an example to copy.',
    });
  }
  const idle = enabled.filter((job) => job.schedule === null).map(({ name }) => name);
  if (idle.length === 0) {
    return observation({ ...about, status: 'ok', code: 'jobs.scheduled', message: 'All jobs have a schedule.' });
  }
  const [params, message] = [{ jobs: idle.join(', ') }, `Jobs without a schedule: ${idle.join(', ')}.`];
  return observation({ ...about, status: 'ok', code: 'jobs.unscheduled', params, message });
}
