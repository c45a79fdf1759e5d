interface LogText {
  readonly id: number;
  readonly text: string;
}

/** As Directors word what went wrong. */
const trouble =
  /\b(fatal|error|errors:\s*[1-9]|warning|cannot|could not|failed|denied|refused|mismatch|missing)\b|ERR=|^\s*Please mount /i;
/** Routine lines, which may name a job or volume such as "failed". */
const usual =
  /^(?:.{1,200}? JobId \d+: )?(?:Start \w+ (?:JobId|Job)\b|Using (?:Volume|Device) |(?:Created|Labeled|Recycled) new |Elapsed time=)/i;
/** Rows that report nothing: "Non-fatal FD errors: 0", "Files Failed: 0", "FD termination status: OK". */
const none = /^\s*[\w /()-]+:\s+(?:0|OK|none)\s*$/i;

/** The report with which a Director closes a log repeats figures and names: no row of it is a message. */
const isReport = (text: string): boolean => /^\s*Termination:/m.test(text);
const isBadReport = (text: string): boolean => isReport(text) && !/^\s*Termination:\s+[\w ]+ OK\s*$/m.test(text);

/** Whether a message of a log reports something that went wrong. A message may have several lines: each is judged alone. */
function isProblem(text: string): boolean {
  return (
    !isReport(text) && text.split('\n').some((line) => trouble.test(line) && !none.test(line) && !usual.test(line))
  );
}

/**
 * Ids of the messages that report something that went wrong. The closing report sums them up and is none of them, unless it is all that
 * says how the run ended.
 */
export function problemsOf(lines: readonly LogText[]): ReadonlySet<number> {
  const idsOf = (isOne: (text: string) => boolean): number[] =>
    lines.filter(({ text }) => isOne(text)).map(({ id }) => id);
  const problems = idsOf(isProblem);
  return new Set(problems.length > 0 ? problems : idsOf(isBadReport));
}
