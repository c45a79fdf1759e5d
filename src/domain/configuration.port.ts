import { type DirectorEffects } from './configuration-effects.js';
import { AppError, type MessageParams } from './error-codes.js';

/**
 * One step of a change to a configuration. `type` is a type of resource of the Director; `path` is as in findings, for example
 * `starts[0].at`. Only `unset` requires a path; `add`, `set` and `rename` require a value.
 */
export interface ConfigurationStep {
  readonly op: 'add' | 'set' | 'unset' | 'rename' | 'remove';
  readonly type: string;
  readonly name: string;
  readonly path?: string;
  readonly value?: unknown;
}

/** `more_findings`: how many are not listed. The page has German sentences for them, and the documentation explains them. */
export const findingCodes = [
  'invalid',
  'rejected',
  'missing',
  'unwritten',
  'not_writable',
  'not_utf8',
  'interrupted',
  'name_in_history',
  'schedule_never_starts',
  'storage_folders_overlap',
  'source_inside_storage',
  'storage_inside_source',
  'path_missing',
  'path_unchecked',
  'more_findings',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** What is wrong or unusual in a text. A text with an error is never put into force. */
export interface ConfigurationFinding {
  readonly severity: 'error' | 'warning';
  readonly code: FindingCode;
  /** As in `jobs[0].fileset`; empty: the text as a whole. */
  readonly place: string;
  /** Counted from 1; null: no line of the text shows it. */
  readonly line: number | null;
  readonly column: number | null;
  /** A sentence without its subject, which is the place. */
  readonly message: string;
  readonly params: MessageParams;
}

/** A whole configuration. `revision` identifies the text: equal texts have equal revisions. */
export interface ConfigurationText {
  readonly revision: string;
  readonly text: string;
}

/**
 * Why the file is not what is in force. `changed`: it was edited by hand a moment ago and is about to be taken over. `rejected`: it is
 * valid, and would take backups out of reach. `unwritten`: the console could not write to it what is in force.
 */
export const configurationDrifts = ['none', 'changed', 'invalid', 'rejected', 'missing', 'unwritten'] as const;
export type ConfigurationDrift = (typeof configurationDrifts)[number];

export interface ConfigurationState {
  /** Of the file as it is now; null: there is none. A change applies to this revision only. */
  readonly revision: string | null;
  /** Of what is in force; null: nothing is. The same as `revision` without drift. */
  readonly lastGoodRevision: string | null;
  readonly drift: ConfigurationDrift;
  /** Whether another process runs the jobs, and only that one can change it. */
  readonly isElsewhere: boolean;
  /** Whether this process can change it now: it is in charge, and the file can be replaced. */
  readonly isWritable: boolean;
  /** About the file as it is now. */
  readonly findings: readonly ConfigurationFinding[];
}

/** A resource that gets another name; what refers to the old one follows. */
export interface ConfigurationRename {
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

/** A rename that the Director has made; its catalog has the new name. */
export interface FinishedRename extends ConfigurationRename {
  /** Unique for each rename, also among the catalogs that a Director had. */
  readonly id: string;
}

/** What a list of steps makes of the configuration in force. Nothing is written. */
export interface EditedConfiguration {
  readonly base: ConfigurationText;
  readonly edited: ConfigurationText;
  /** In order; a name may change more than once. */
  readonly renames: readonly ConfigurationRename[];
}

/** A change that replaces `base` by `edited`. */
export interface ConfigurationReplacement extends EditedConfiguration {
  /** Of the change. The Director stores it together with what it puts into force. */
  readonly id: string;
}

/** While the file is not what is in force. */
export function changedByHand(fileName: string): AppError {
  const detail = `${fileName} is not what is in force: it was edited, is missing, or could not be written. Wait until it is in force, or correct it: the state of the configuration says what is wrong.`;
  return new AppError('conflict', detail, { reason: 'configuration_changed_by_hand' });
}

/** The configuration of a Director that the console can change. */
export abstract class DirectorConfiguration {
  /** Name of the file in diffs. */
  abstract readonly fileName: string;

  abstract readState(): Promise<ConfigurationState>;
  /** The file as it is now, in force or not; AppError not_found where there is none. */
  abstract readText(): Promise<ConfigurationText>;
  /** What is in force; null: nothing is. */
  abstract get inForce(): ConfigurationText | null;
  /** Whether this process runs the jobs, so that it may change it. */
  abstract get isInCharge(): boolean;
  /** The revision that this text would have. */
  abstract revisionOf(text: string): string;

  /**
   * What these steps make of the configuration in force. AppError operation_not_possible for a step that cannot be carried out, and
   * conflict while the file is not what is in force.
   */
  abstract edit(steps: readonly ConfigurationStep[]): Promise<EditedConfiguration>;
  /** What is wrong or unusual in a text if it replaced the one in force, with these renames. */
  abstract check(text: string, renames: readonly ConfigurationRename[]): Promise<readonly ConfigurationFinding[]>;
  /** The changes from one text to another, as a unified diff. */
  abstract diff(before: string, after: string): string;

  /**
   * Puts a change into force and writes the file; running work continues under its old definitions. After an AppError nothing was
   * changed: changed_meanwhile if the file or what is in force is no longer `base`, conflict if the Director rejects the text.
   * After any other error, `recover` says whether it is in force.
   */
  abstract apply(change: ConfigurationReplacement): Promise<void>;
  /** Completes what an interrupted `apply` left. Returns the id of the last change that was put into force; null: none was yet. */
  abstract recover(): Promise<string | null>;

  /** What becomes different if the change replaced what is in force now. */
  abstract effects(change: EditedConfiguration): Promise<DirectorEffects>;
  /** All renames that were ever made, in their order. */
  abstract listRenames(): Promise<readonly FinishedRename[]>;
  /**
   * Calls back after renames were made, and waits a few seconds for it before runs start under the new names. Returns the function
   * that stops it.
   */
  abstract onRenames(listener: () => Promise<void>): () => void;
}
