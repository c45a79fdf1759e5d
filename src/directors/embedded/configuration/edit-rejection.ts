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
  /** The value itself, or a part of the file that it would go to. */
  | 'wrong_kind'
  /** The edit would change other entries too, which use the same text through an alias. */
  | 'shared_by_alias'
  /** The edit would remove an anchor that other entries use. */
  | 'anchor_in_use'
  /** The value has a tag such as !!int, which gives the new text a meaning of its own. */
  | 'explicit_tag';

export interface EditRejection {
  readonly reason: EditRejectionReason;
  /** Index in the list of operations; null where the rejection concerns the file or all of them together. */
  readonly operation: number | null;
  /** Of an operation: its resource, for example `job Home`. Otherwise as the reader names it: `jobs[2].fileset`; empty for the file. */
  readonly place: string;
  /** A sentence without its subject, which is the place. */
  readonly sentence: string;
  /** What the sentence contains, for other languages. */
  readonly params: MessageParams;
  /** Counted from 1; null where the place is not in the file. */
  readonly line: number | null;
  readonly column: number | null;
}

/** Ends an edit from within; callers get its rejection as a result. */
export class EditRejected extends Error {
  constructor(readonly rejection: EditRejection) {
    super(`${rejection.place}: ${rejection.sentence}`);
  }
}
