import { type LabPlan } from './lab-plan.js';

/** The jobs of every lab, each with the end that it comes to. */
export const labJobs = {
  ok: 'BackupAlpha',
  beta: 'BackupBeta',
  warning: 'BackupWarn',
  clientDown: 'BackupDown',
  scriptFails: 'BackupScript',
  slow: 'BackupSlow',
  endless: 'BackupEndless',
  many: 'BackupMany',
  disabled: 'BackupDisabled',
  withSpace: 'Job With Space',
  admin: 'AdminJob',
  restore: 'RestoreFiles',
} as const;

interface JobShape {
  readonly client?: string;
  readonly fileset: string;
  readonly more?: readonly string[];
}

/**
 * A cancelled run ends at once, but its client lets the script go on. This one ends with the client's daemon at the latest, even
 * when that is killed, so that no sleeper stays behind.
 */
const sleeper = 'setpriv --pdeathsig KILL sleep 120';

const backups: Readonly<Record<string, JobShape>> = {
  [labJobs.ok]: { fileset: 'AlphaSet', more: ['Schedule = Nightly'] },
  [labJobs.beta]: { client: 'beta-fd', fileset: 'BetaSet' },
  [labJobs.warning]: { client: 'beta-fd', fileset: 'WarnSet' },
  [labJobs.clientDown]: { client: 'gone-fd', fileset: 'AlphaSet' },
  [labJobs.scriptFails]: { fileset: 'AlphaSet', more: ['Run Before Job = "/bin/false"'] },
  [labJobs.slow]: { fileset: 'AlphaSet', more: [`Client Run Before Job = "${sleeper}"`] },
  [labJobs.endless]: { fileset: 'EndlessSet' },
  [labJobs.many]: { fileset: 'ManySet', more: ['Schedule = Hourly'] },
  [labJobs.disabled]: { client: 'beta-fd', fileset: 'BetaSet', more: ['Enabled = no'] },
  [labJobs.withSpace]: { fileset: 'AlphaSet' },
};

export function jobResources(plan: LabPlan): string {
  const { folders } = plan;
  return [
    jobDefaults,
    ...Object.entries(backups).map(([name, shape]) => backupJob(name, shape)),
    plainJob(labJobs.admin, 'Admin', 'Level = Full'),
    plainJob(labJobs.restore, 'Restore', `Where = "${folders.restored}"`),
    `Schedule {\n  Name = Nightly\n  Run = Level=Incremental daily at ${plan.nightly}\n}\n`,
    `Schedule {\n  Name = Hourly\n  Run = Level=Full hourly at 0:${plan.hourlyMinute}\n}\n`,
    fileSet('AlphaSet', [folders.alpha]),
    fileSet('BetaSet', [folders.beta]),
    fileSet('WarnSet', [folders.beta, `${folders.root}/missing`]),
    fileSet('ManySet', [folders.many]),
    fileSet('EndlessSet', [folders.endless], 'compression = GZIP1'),
  ].join('\n');
}

const jobDefaults = `JobDefs {
  Name = Common
  Type = Backup
  Level = Incremental
  Client = alpha-fd
  Storage = File1
  Messages = Standard
  Pool = FullPool
  Full Backup Pool = FullPool
  Incremental Backup Pool = IncrPool
  Differential Backup Pool = IncrPool
  Accurate = yes
  Priority = 10
  Maximum Concurrent Jobs = 5
}
`;

function backupJob(name: string, { client = 'alpha-fd', fileset, more = [] }: JobShape): string {
  const lines = [`Client = ${client}`, `FileSet = ${fileset}`, ...more].map((line) => `  ${line}\n`).join('');
  return `Job {\n  Name = "${name}"\n  JobDefs = Common\n${lines}}\n`;
}

function plainJob(name: string, type: string, line: string): string {
  return `Job {
  Name = ${name}
  Type = ${type}
  ${line}
  Client = alpha-fd
  FileSet = AlphaSet
  Storage = File1
  Pool = FullPool
  Messages = Standard
  Maximum Concurrent Jobs = 5
}
`;
}

function fileSet(name: string, paths: readonly string[], option = ''): string {
  const files = paths.map((path) => `    File = "${path}"\n`).join('');
  const options = `    Options {\n      signature = MD5\n      ${option}\n    }\n`;
  return `FileSet {\n  Name = ${name}\n  Include {\n${options}${files}  }\n}\n`;
}
