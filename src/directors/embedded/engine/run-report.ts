import { type ReplacePolicy } from '../../../domain/director.port.js';
import { type RestoreCounts } from '../../../domain/restore-facts.js';
import { catalogTime } from '../catalog-connection.js';
import { type EndStatus, type RunType } from './run-letters.js';

/** The target of a restore, and its policy for existing files. */
export interface RestoreRequest {
  readonly where: string;
  readonly replace: ReplacePolicy;
}

export interface ReportFigures {
  readonly jobId: number;
  readonly uniqueName: string;
  readonly type: RunType;
  readonly level: string;
  readonly client: string;
  readonly fileset: string;
  readonly pool: string;
  readonly storage: string;
  readonly priority: number;
  readonly startedAt: Date | null;
  readonly endedAt: Date;
  readonly files: number;
  readonly bytes: number;
  readonly errors: number;
  readonly volumes: readonly string[];
  readonly status: EndStatus;
  /** For a restore whose request is known; counts are null if its process ended without reporting them. */
  readonly restore?: RestoreRequest & { readonly counts: RestoreCounts | null };
}

type Line = readonly [name: string, value: string];

/** Lines as in Bacula's reports of restores, and two more. */
function restoreLines({ client, restore }: ReportFigures): readonly Line[] {
  if (!restore) return [];
  const { where, replace, counts } = restore;
  return [
    ['Restore Client', `"${client}"`],
    ['Where', `"${where}"`],
    ['Replace', `"${policyNames[replace]}"`],
    ...(counts === null
      ? []
      : ([
          ['Files Expected', counts.chosen.toLocaleString('en')],
          ['Files Skipped', counts.skipped.toLocaleString('en')],
          ['Files Failed', counts.failed.toLocaleString('en')],
        ] as const)),
  ];
}

const policyNames: Readonly<Record<ReplacePolicy, string>> = { always: 'Always', never: 'Never', ifnewer: 'IfNewer' };

export const runWords: Readonly<Record<RunType, string>> = { B: 'Backup', R: 'Restore', V: 'Verify' };

const bytesWords: Readonly<Record<RunType, string>> = { B: 'Bytes Written', R: 'Bytes Restored', V: 'Bytes Verified' };

function termination(figures: ReportFigures): string {
  const kind = runWords[figures.type];
  if (figures.status === 'E') return `*** ${kind} Differences ***`;
  if (figures.status === 'A') return `${kind} Canceled`;
  if (figures.status === 'f') return `*** ${kind} Error ***`;
  return figures.errors > 0 ? `${kind} OK -- with warnings` : `${kind} OK`;
}

/** A verify is of no single client, fileset, pool and storage. */
function resourceLines({ type, level, client, fileset, pool, storage }: ReportFigures): readonly Line[] {
  if (type === 'V') return [['Verify Level', level]];
  return [
    ...(type === 'B' ? [['Backup Level', level] as const] : []),
    ['Client', `"${client}"`],
    ['FileSet', `"${fileset}"`],
    ['Pool', `"${pool}"`],
    ['Storage', `"${storage}"`],
  ];
}

/** What a restore or verify that was killed had done is not known. */
function filesLine({ type, files, restore, status }: ReportFigures): readonly Line[] {
  if (type === 'B') return [['Files Written', files.toLocaleString('en')]];
  if (type === 'V') return status === 'f' && files === 0 ? [] : [['Files Verified', files.toLocaleString('en')]];
  return restore?.counts ? [['Files Restored', files.toLocaleString('en')]] : [];
}

/** Between the whole seconds that the report and the catalog name, so that all of them agree; a clock may step back. */
function elapsedOf({ startedAt, endedAt }: ReportFigures): number {
  const second = (at: Date): number => Math.floor(at.getTime() / 1000);
  return startedAt === null ? 0 : Math.max(0, second(endedAt) - second(startedAt));
}

/** The closing report of a run, in the form that readers of Bacula's logs know. */
export function runReport(director: string, figures: ReportFigures): string {
  const number = (value: number): string => value.toLocaleString('en');
  const elapsedSeconds = elapsedOf(figures);
  const rate = elapsedSeconds > 0 ? figures.bytes / elapsedSeconds / 1000 : 0;
  const lines: readonly Line[] = [
    ['JobId', String(figures.jobId)],
    ['Job', figures.uniqueName],
    ...resourceLines(figures),
    ['Start time', figures.startedAt ? `${catalogTime(figures.startedAt)} UTC` : 'never started'],
    ['End time', `${catalogTime(figures.endedAt)} UTC`],
    ['Elapsed time', `${elapsedSeconds} secs`],
    ['Priority', String(figures.priority)],
    ...restoreLines(figures),
    ...filesLine(figures),
    [bytesWords[figures.type], number(figures.bytes)],
    ['Rate', `${rate.toFixed(1)} KB/s`],
    ['Volume name(s)', figures.volumes.join('|')],
    ['Errors', number(figures.errors)],
    ['Termination', termination(figures)],
  ];
  const text = lines.map(([name, value]) => `  ${`${name}:`.padEnd(24)}${value}`.trimEnd()).join('\n');
  return `${director}-dir JobId ${figures.jobId}: Embedded Director ${catalogTime(figures.endedAt)} UTC:\n${text}\n`;
}
