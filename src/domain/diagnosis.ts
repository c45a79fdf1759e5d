import { causes, type DiagnosisCode } from './diagnosis-causes.js';
import { type LogLine, type RunStatus } from './run.js';
import { isClosingReport } from './run-log.js';

export { type DiagnosisCode, diagnosisCodes } from './diagnosis-causes.js';

/** What the log of a run shows of the cause of its end, and what to do. */
export interface Diagnosis {
  readonly code: DiagnosisCode;
  readonly cause: string;
  readonly nextStep: string;
  /** The line that shows it; empty where no single line does. */
  readonly logLine: string;
  /** That the line names; only for a cause that is about one path. */
  readonly path?: string;
}

/** Of a run that the catalog forgot before its end was seen. */
export const lostRun: Diagnosis = diagnosisOf('run_lost', '');

type Severity = 'fatal' | 'error' | 'warning' | 'none';

/** A line of text of a log without what stands before the message. */
interface Message {
  readonly severity: Severity;
  readonly text: string;
  /** As the log has it. */
  readonly line: string;
}

/** Longer lines are output of programs; no message of a Director is that long. */
const mostCharacters = 4_000;
const daemonAndJob = /^.{1,200}? JobId \d+: /;
const severityWord = /^(Fatal error|Error|Warning): /;
/** Bacula 15 numbers some of its messages; 9.6 names the source file of some. */
const messageOrigin = /^(?:\[[A-Z]{2}\d{4}\] |[\w-]+\.cc?:\d+ )/;
/** What a script printed is not a message of a daemon, whatever it says. */
const scriptOutput = /^(?:(?:Client)?(?:Before|After)(?:Failed)?Job|ClientAfterVSS|RunScript|at console): /;
/** Daemons report files that were not saved, media to mount and some ends of jobs without a severity. */
const plainReport =
  /^(?:Could not |Cannot |Job .{1,200} is waiting\. |Please mount |max(?:imum)? |Job canceled |Storage daemon |JobId \d+ already running)|\bERR=/i;

const severityOf: Readonly<Record<string, Severity>> = { 'Fatal error': 'fatal', Error: 'error', Warning: 'warning' };

function messagesOf(of: LogLine): Message[] {
  let inherited: Severity = 'none';
  // The rows of a closing report repeat names and figures.
  const lines = of.text.split('\n', isClosingReport(of) ? 1 : undefined);
  return lines.flatMap((full, index): Message[] => {
    const line = full.slice(0, mostCharacters).trim();
    const message = line.replace(daemonAndJob, '');
    const word = severityWord.exec(message);
    // The lines below the first belong to its message.
    const severity: Severity = word === null ? inherited : (severityOf[word[1] ?? ''] ?? 'none');
    if (index === 0 && scriptOutput.test(message)) return [];
    inherited = severity;
    const said = message.replace(severityWord, '').replace(messageOrigin, '').trimStart();
    return said === '' || (severity === 'none' && !plainReport.test(said)) ? [] : [{ severity, text: said, line }];
  });
}

/** In this order is the cause looked for: what ended the run is graver than what it only mentions. */
const searches: readonly { readonly of: readonly Severity[]; readonly consequences: boolean }[] = [
  { of: ['fatal'], consequences: false },
  { of: ['error'], consequences: false },
  { of: ['none'], consequences: false },
  { of: ['fatal', 'error'], consequences: true },
  { of: ['warning'], consequences: false },
  { of: ['warning', 'none'], consequences: true },
];

/** Ends whose cause is looked for where a cause names none. */
const badEnds: readonly RunStatus[] = ['error', 'warning'];

/**
 * What the log of a run shows of the cause of its end, or null. `lines` are some of its lines, oldest first: all of them, the first
 * and the last, or the last alone.
 */
export function diagnose(status: RunStatus, lines: readonly LogLine[]): Diagnosis | null {
  const codes = (Object.keys(causes) as DiagnosisCode[]).filter((code) =>
    (causes[code].ends ?? badEnds).includes(status),
  );
  if (codes.length === 0) return null;
  const messages = lines.flatMap(messagesOf);
  for (const { of, consequences } of searches) {
    const searched = messages.filter(({ severity }) => of.includes(severity));
    for (const code of codes) {
      const { isConsequence = false, explainedBy = [] } = causes[code];
      if (isConsequence !== consequences) continue;
      const shown = shownBy(code, searched);
      if (shown === null) continue;
      return explainedBy.map((other) => shownBy(other, messages)).find((found) => found !== null) ?? shown;
    }
  }
  return null;
}

/** This cause, where one of the messages shows it. */
function shownBy(code: DiagnosisCode, messages: readonly Message[]): Diagnosis | null {
  const { pattern } = causes[code];
  const shown = pattern && messages.find(({ text }) => pattern.test(text));
  return shown ? { ...diagnosisOf(code, shown.line), ...pathIn(code, shown.text) } : null;
}

function pathIn(code: DiagnosisCode, text: string): Pick<Diagnosis, 'path'> {
  const path = causes[code].pathPattern?.exec(text)?.slice(1).find(Boolean);
  return path === undefined ? {} : { path };
}

/**
 * Of a failed run whose log was read to its end, has no closing report and names nothing fatal: a Director that died marks the run as
 * failed when it starts again, without a word. null where there is a report, or no log at all.
 */
export function diagnoseCutLog(status: RunStatus, lines: readonly LogLine[]): Diagnosis | null {
  if (status !== 'error' || lines.length === 0 || lines.some(isClosingReport)) return null;
  if (lines.flatMap(messagesOf).some(({ severity }) => severity === 'fatal')) return null;
  return diagnosisOf('killed', lines.at(-1)?.text.trim().slice(0, mostCharacters) ?? '');
}

/** Of a canceled run whose log names no other cause, and whose end a user requested at this console. */
export function diagnoseCanceled(): Diagnosis {
  return diagnosisOf('canceled_by_user', '');
}

function diagnosisOf(code: DiagnosisCode, logLine: string): Diagnosis {
  const { cause, nextStep } = causes[code];
  return { code, cause, nextStep, logLine };
}

/** Longer ones would make the sentence unreadable; the line of the log has them. */
const mostPathCharacters = 200;

/** The cause, with the path that it is about. */
export function causeWithPath({ cause, path = '' }: Diagnosis): string {
  return path === '' || path.length > mostPathCharacters ? cause : `${cause.slice(0, -1)}: "${path}".`;
}
