import { type ReplacePolicy } from '../../../domain/director.port.js';
import { type RestoreCounts } from '../../../domain/restore-facts.js';
import { catalogTime } from '../catalog-connection.js';

/** The target of a restore, and its policy for existing files. */
export interface RestoreRequest {
  readonly where: string;
  readonly replace: ReplacePolicy;
}

export interface ReportFigures {
  readonly jobId: number;
  readonly uniqueName: string;
  readonly type: 'B' | 'R';
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
  readonly status: 'T' | 'f' | 'A';
  /** For a restore whose request is known; counts are null if its process ended without reporting them. */
  readonly restore?: RestoreRequest & { readonly counts: RestoreCounts | null };
}

/** Lines as in Bacula's reports of restores, and two more. */
function restoreLines({ client, restore }: ReportFigures): readonly (readonly [string, string])[] {
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

function termination(figures: ReportFigures): string {
  const kind = figures.type === 'B' ? 'Backup' : 'Restore';
  if (figures.status === 'A') return `${kind} Canceled`;
  if (figures.status === 'f') return `*** ${kind} Error ***`;
  return figures.errors > 0 ? `${kind} OK -- with warnings` : `${kind} OK`;
}

/** What a restore that was killed had restored is not known. */
function filesLine({ type, files, restore }: ReportFigures): readonly (readonly [string, string])[] {
  if (type === 'B') return [['Files Written', files.toLocaleString('en')]];
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
  const lines: readonly (readonly [string, string])[] = [
    ['JobId', String(figures.jobId)],
    ['Job', figures.uniqueName],
    ...(figures.type === 'B' ? ([['Backup Level', figures.level]] as const) : []),
    ['Client', `"${figures.client}"`],
    ['FileSet', `"${figures.fileset}"`],
    ['Pool', `"${figures.pool}"`],
    ['Storage', `"${figures.storage}"`],
    ['Start time', figures.startedAt ? `${catalogTime(figures.startedAt)} UTC` : 'never started'],
    ['End time', `${catalogTime(figures.endedAt)} UTC`],
    ['Elapsed time', `${elapsedSeconds} secs`],
    ['Priority', String(figures.priority)],
    ...restoreLines(figures),
    ...filesLine(figures),
    [figures.type === 'B' ? 'Bytes Written' : 'Bytes Restored', number(figures.bytes)],
    ['Rate', `${rate.toFixed(1)} KB/s`],
    ['Volume name(s)', figures.volumes.join('|')],
    ['Errors', number(figures.errors)],
    ['Termination', termination(figures)],
  ];
  const text = lines.map(([name, value]) => `  ${`${name}:`.padEnd(24)}${value}`.trimEnd()).join('\n');
  return `${director}-dir JobId ${figures.jobId}: Embedded Director ${catalogTime(figures.endedAt)} UTC:\n${text}\n`;
}
