import { catalogTime } from '../catalog-connection.js';

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
  readonly elapsedSeconds: number;
  readonly files: number;
  readonly bytes: number;
  readonly errors: number;
  readonly volumes: readonly string[];
  readonly status: 'T' | 'f' | 'A';
}

function termination(figures: ReportFigures): string {
  const kind = figures.type === 'B' ? 'Backup' : 'Restore';
  if (figures.status === 'A') return `${kind} Canceled`;
  if (figures.status === 'f') return `*** ${kind} Error ***`;
  return figures.errors > 0 ? `${kind} OK -- with warnings` : `${kind} OK`;
}

/** The closing report of a run, in the form that readers of Bacula's logs know. */
export function runReport(director: string, figures: ReportFigures): string {
  const number = (value: number): string => value.toLocaleString('en');
  const rate = figures.elapsedSeconds > 0 ? figures.bytes / figures.elapsedSeconds / 1000 : 0;
  const lines: readonly (readonly [string, string])[] = [
    ['JobId', String(figures.jobId)],
    ['Job', figures.uniqueName],
    ...(figures.type === 'B' ? ([['Backup Level', figures.level]] as const) : []),
    ['Client', `"${figures.client}"`],
    ['FileSet', `"${figures.fileset}"`],
    ['Pool', `"${figures.pool}"`],
    ['Storage', `"${figures.storage}"`],
    ['Start time', figures.startedAt ? catalogTime(figures.startedAt) : 'never started'],
    ['End time', catalogTime(figures.endedAt)],
    ['Elapsed time', `${figures.elapsedSeconds} secs`],
    ['Priority', String(figures.priority)],
    [figures.type === 'B' ? 'Files Written' : 'Files Restored', number(figures.files)],
    [figures.type === 'B' ? 'Bytes Written' : 'Bytes Restored', number(figures.bytes)],
    ['Rate', `${rate.toFixed(1)} KB/s`],
    ['Volume name(s)', figures.volumes.join('|')],
    ['Errors', number(figures.errors)],
    ['Termination', termination(figures)],
  ];
  const text = lines.map(([name, value]) => `  ${`${name}:`.padEnd(24)}${value}`.trimEnd()).join('\n');
  return `${director}-dir JobId ${figures.jobId}: Embedded Director ${catalogTime(figures.endedAt)}:\n${text}\n`;
}
