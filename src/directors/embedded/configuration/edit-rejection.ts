import { type MessageParams } from '../../../domain/error-codes.js';

export type EditRejectionReason =
  /** The text is not one YAML document of plain values, or has a merge key. */
  | 'unreadable'
  | 'unknown_type'
  /** Every file has exactly one Director, which is neither added nor removed. */
  | 'single_director'
  | 'unknown_resource'
  /** Two resources of the file have this name. */
  | 'ambiguous_name'
  | 'name_taken'
  /** A name is changed by `rename` only, which changes the references too. */
  | 'name_needs_rename'
  | 'unknown_path'
  /** The path leads into a value that has no fields, or no items. */
  | 'wrong_parent'
  /** The value is not of the expected kind, or the part of the file that would contain it. */
  | 'wrong_kind'
  /** The edit would change other entries too, which use the same text through an alias. */
  | 'shared_by_alias'
  /** The edit would remove an anchor that other entries use. */
  | 'anchor_in_use'
  /** The value has a tag such as !!int, which gives the new text a meaning of its own. */
  | 'explicit_tag';

export interface EditRejection {
  readonly reason: EditRejectionReason;
  /** Index in the list of operations; null if the rejection is about the file or all operations together. */
  readonly operation: number | null;
  /** Of an operation: its resource, for example `job Home`. Otherwise as the reader names it: `jobs[2].fileset`; empty for the file. */
  readonly place: string;
  /** A sentence without its subject, which is the place. */
  readonly sentence: string;
  /** The values in the sentence, for translations. */
  readonly params: MessageParams;
  /** Counted from 1; null if the place is not in the file. */
  readonly line: number | null;
  readonly column: number | null;
}

/** Thrown inside of an edit; callers get its rejection as a result. */
export class EditRejected extends Error {
  constructor(readonly rejection: EditRejection) {
    super(`${rejection.place}: ${rejection.sentence}`);
  }
}
