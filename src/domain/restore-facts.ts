import { type RelocationInput } from './restore-target.js';

/** The console orders the first three; other programs may order `ifolder` too. */
export const reportedPolicies = ['always', 'never', 'ifnewer', 'ifolder'] as const;
export type ReportedPolicy = (typeof reportedPolicies)[number];

/** What became of one chosen file, folder or link. */
export const restoreOutcomes = ['restored', 'skipped', 'failed'] as const;
export type RestoreOutcome = (typeof restoreOutcomes)[number];

/** Chosen files, folders and links, and how many of them had which outcome. Those that a canceled run did not reach have none. */
export interface RestoreCounts {
  readonly chosen: number;
  readonly restored: number;
  readonly skipped: number;
  readonly failed: number;
}

/** The facts of a restore: the console's request, and the Director's report at its end. null: in neither. */
export interface RestoreFacts extends Readonly<Record<keyof RestoreCounts, number | null>> {
  /** The chain, ascending by the data's time. */
  readonly jobids: readonly number[] | null;
  readonly filesets: readonly string[] | null;
  /** The client that they were read from. */
  readonly sourceClient: string | null;
  /** null also where a relocation decided. */
  readonly where: string | null;
  /** Absent in facts of before the console could relocate. */
  readonly relocation?: RelocationInput | null;
  readonly replace: ReportedPolicy | null;
  readonly restoreClient: string | null;
  /** The selection; empty: everything in the chain; null also if there were too many refs to store. */
  readonly refs: readonly string[] | null;
}

export const noFacts: RestoreFacts = {
  jobids: null,
  filesets: null,
  sourceClient: null,
  where: null,
  relocation: null,
  replace: null,
  restoreClient: null,
  chosen: null,
  restored: null,
  skipped: null,
  failed: null,
  refs: null,
};

/** More refs than an address of the page carries are not stored. */
const mostRefCharacters = 3_000;

/** The refs to store of a selection, or null. */
export function storedRefs(refs: readonly string[]): readonly string[] | null {
  return refs.join(',').length <= mostRefCharacters ? refs : null;
}

/** The second set of facts counts where both know something: a Director's report is newer than the request. */
export function mergeFacts(requested: RestoreFacts | null, reported: Partial<RestoreFacts> | null): RestoreFacts {
  const known = Object.entries(reported ?? {}).filter(([, value]) => value !== null);
  const facts: RestoreFacts = { ...(requested ?? noFacts), ...Object.fromEntries(known) };
  // Reports of Bacula name the expressions as the folder that was written to.
  const relocation = requested?.relocation ?? facts.relocation ?? null;
  return relocation === null ? facts : { ...facts, relocation, where: null };
}

/**
 * The facts of a restore from the closing report in its log; null without a report of this run. Bacula, Bareos and the embedded
 * Director write the same lines; only the embedded one writes `Files Skipped` and `Files Failed`.
 *
 * Bacula 15 counts a file that its policy skipped as restored ("Files Restored: 1", 0 bytes): without a line for the skipped ones
 * the count is used only if nothing can have been skipped. `requested` has the policy if the report lacks it.
 */
export function readRestoreReport(
  jobId: number,
  lines: readonly { readonly text: string }[],
  requested: ReportedPolicy | null,
): Partial<RestoreFacts> | null {
  const isOwn = ({ text }: { readonly text: string }): boolean =>
    fieldOf(text, 'JobId') === String(jobId) && fieldOf(text, 'Termination') !== null;
  const text = lines.findLast(isOwn)?.text;
  if (text === undefined) return null;
  const replace = policyOf(fieldOf(text, 'Replace'));
  const chosen = numberOf(fieldOf(text, 'Files Expected'));
  const counted = numberOf(fieldOf(text, 'Files Restored'));
  const skipped = numberOf(fieldOf(text, 'Files Skipped'));
  const restored = skipped === null ? withoutSkipped(counted, replace ?? requested) : counted;
  // All that was expected came back, so nothing was left out.
  const rest = chosen !== null && restored !== null && restored >= chosen ? 0 : null;
  const where = fieldOf(text, 'Where');
  const isFolder = where === null || /^([A-Za-z]:)?\//.test(where);
  return {
    where: isFolder ? where : null,
    ...(isFolder ? {} : { relocation: { regex: where } }),
    replace,
    restoreClient: fieldOf(text, 'Restore Client'),
    chosen,
    restored,
    skipped: skipped ?? rest,
    failed: numberOf(fieldOf(text, 'Files Failed')) ?? rest,
  };
}

/** The number of restored files, from a count that includes skipped ones; null: unknown. */
export function withoutSkipped(counted: number | null, replace: ReportedPolicy | null): number | null {
  return replace === 'always' || counted === 0 ? counted : null;
}

/** The value of a line of the report; of a quoted one the text in the quotes. null without such a line, or if it is empty. */
function fieldOf(text: string, name: string): string | null {
  const value = new RegExp(`^[ \\t]*${name}:[ \\t]*(.*?)[ \\t\\r]*$`, 'm').exec(text)?.[1] ?? '';
  // Bacula's own version follows the name of the client.
  return (/^"(.*)"/.exec(value)?.[1] ?? value) || null;
}

function numberOf(text: string | null): number | null {
  const value = Number(text === null ? Number.NaN : text.replaceAll(',', ''));
  return Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function policyOf(text: string | null): ReportedPolicy | null {
  return reportedPolicies.find((policy) => policy === text?.toLowerCase()) ?? null;
}

/** Why a policy leaves a file as it is. */
const skipReasons: Readonly<Record<ReportedPolicy, string>> = {
  always: 'already exists',
  never: 'already exists',
  ifnewer: 'not newer',
  ifolder: 'not older',
};

/** "0 of 1 restored, 1 skipped (already exists)"; unknown parts are left out. */
export function restoreSentence(facts: Pick<RestoreFacts, keyof RestoreCounts | 'replace'>): string {
  const { chosen, restored, skipped, failed, replace } = facts;
  if (restored === null) return '';
  const number = (value: number): string => value.toLocaleString('en');
  return [
    chosen === null ? `${number(restored)} restored` : `${number(restored)} of ${number(chosen)} restored`,
    ...((skipped ?? 0) > 0 ? [`${number(skipped ?? 0)} skipped (${skipReasons[replace ?? 'never']})`] : []),
    ...((failed ?? 0) > 0 ? [`${number(failed ?? 0)} failed`] : []),
  ].join(', ');
}
