import { type LogLine, type RunStatus } from './run.js';

export const diagnosisCodes = [
  'run_lost', 'storage_full', 'killed', 'checksum_mismatch', 'volume_missing', 'permission_denied', 'storage_unavailable',
  'client_unreachable', 'source_missing', 'time_limit',
] as const; // prettier-ignore
export type DiagnosisCode = (typeof diagnosisCodes)[number];

/** What a failed run's log tells of the cause, and what to do. */
export interface Diagnosis {
  readonly code: DiagnosisCode;
  readonly cause: string;
  readonly nextStep: string;
  /** The line that shows it. */
  readonly logLine: string;
}

/** Of a run that the catalog forgot before its end was seen. */
export const lostRun: Diagnosis = {
  code: 'run_lost',
  cause: 'The catalog no longer has this run, and nobody saw it end.',
  nextStep: 'It was deleted, or the catalog was replaced by another or an older one. Run the job again.',
  logLine: '',
};

interface Sign {
  readonly code: DiagnosisCode;
  readonly pattern: RegExp;
  readonly cause: string;
  readonly nextStep: string;
}

/** From the most to the least telling: one failure often writes several of these lines. */
const signs: readonly Sign[] = [
  {
    code: 'storage_full',
    pattern: /no space left|ENOSPC|disk (?:is )?full|disk quota exceeded/i,
    cause: 'The storage is full.',
    nextStep: 'Free space where the volumes lie, or let the pool keep less, and run the job again.',
  },
  {
    code: 'killed',
    pattern: /process (?:was killed|ended)|was killed|Director was restarted|console was stopped/i,
    cause: 'The Director ended while the run was on its way.',
    nextStep: 'Run the job again.',
  },
  {
    code: 'checksum_mismatch',
    pattern: /(?:checksum|sha-?256)\b.*(?:differ|wrong|mismatch|not match)|not have the checksum/i,
    cause: 'What was read from a volume is not what was written to it.',
    nextStep: 'Check the disk under the storage, and restore from another restore point.',
  },
  {
    code: 'volume_missing',
    pattern: /volume .*(?:not found|missing|not at hand|cannot be (?:opened|read))|unable to open device/i,
    cause: 'A volume that the run needs is not at hand.',
    nextStep: 'Bring the volume back to its storage, then run the job again.',
  },
  {
    code: 'permission_denied',
    pattern: /permission denied|EACCES|EPERM|operation not permitted/i,
    cause: 'The Director may not read or write something it needs.',
    nextStep: 'Give its user the right to do so, or leave that path out of the fileset.',
  },
  {
    code: 'storage_unavailable',
    pattern: /storage's folder .*cannot be written to/i,
    cause: "The storage's folder is not there.",
    nextStep: 'Mount its disk, or correct the folder in director.yaml; then run the job again.',
  },
  {
    code: 'client_unreachable',
    pattern:
      /(?:connection refused|no route to host|timed? ?out|unable to connect|bad response to .*command|network error)/i,
    cause: 'The client or its storage could not be reached.',
    nextStep: 'Check that the machine is on and that its backup service runs.',
  },
  {
    code: 'source_missing',
    pattern: /no such file or directory|ENOENT|could not stat/i,
    cause: 'Something that the fileset names does not exist.',
    nextStep: 'Correct the fileset, or bring back what is missing.',
  },
];

/**
 * Written by the Director itself, so it begins the message: the output of a script stands behind the script's name.
 * Bacula and Bareos: Max Run Time, Max Run Sched Time, Max Wait Time and Max Start Delay.
 */
const timeLimit: Sign = {
  code: 'time_limit',
  pattern:
    /^(?:.{1,200}? JobId \d+: )?(?:(?:Fatal error|Error|Warning): )?(?:Job canceled because )?max(?:imum)? (?:run(?: ?sched)?|wait|start delay)(?: time)?(?: of [^:]{1,60}?)? exceeded/i,
  cause: 'A time limit of the job was exceeded, so its Director canceled the run.',
  nextStep: 'Find out why the run took or waited so long, or raise the time limit of the job.',
};

/** What the log of a run tells of its end, or null: the cause of a failure, and of a cancel that no user asked for. */
export function diagnose(status: RunStatus, lines: readonly LogLine[]): Diagnosis | null {
  const known = status === 'error' ? signs : status === 'canceled' ? [timeLimit] : [];
  for (const { code, pattern, cause, nextStep } of known) {
    const line = lines.find(({ text }) => pattern.test(text));
    if (line) return { code, cause, nextStep, logLine: line.text.trim() };
  }
  return null;
}
