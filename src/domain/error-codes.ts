/** Parameters of a message by name; times in ISO 8601, durations in seconds, sizes in bytes. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** The code and parameters of a message, for clients that translate it. */
export interface Message<Code extends string = string> {
  /** Stable word for the sentence. */
  readonly code: Code;
  readonly params: MessageParams;
}

/**
 * Every error code of the product, with the kind that decides its HTTP status. Codes are part of the contract: scripts match on
 * them. `docs/integrate/errors.md` lists the same codes; a test compares the two.
 */
export const errorKinds = {
  validation_failed: 'invalid',
  malformed_json: 'invalid',
  cursor_mismatch: 'invalid',
  cursor_expired: 'invalid',
  path_is_lossy: 'invalid',
  unauthenticated: 'unauthenticated',
  invalid_credentials: 'unauthenticated',
  missing_capability: 'denied',
  session_required: 'denied',
  cross_site_request: 'denied',
  not_found: 'missing',
  unknown_director: 'missing',
  link_not_usable: 'missing',
  method_not_allowed: 'wrong_method',
  conflict: 'conflict',
  name_taken: 'conflict',
  last_admin: 'conflict',
  role_in_use: 'conflict',
  confirmation_required: 'conflict',
  only_copy: 'conflict',
  run_already_ended: 'conflict',
  idempotency_in_flight: 'conflict',
  idempotency_outcome_unknown: 'conflict',
  changed_meanwhile: 'changed',
  body_too_large: 'too_large',
  head_too_large: 'head_too_large',
  unsupported_media_type: 'wrong_type',
  unknown_job: 'refused',
  unknown_client: 'refused',
  unknown_fileset: 'refused',
  unknown_storage: 'refused',
  unknown_pool: 'refused',
  unknown_volume: 'refused',
  unknown_run: 'refused',
  unknown_role: 'refused',
  unknown_channel: 'refused',
  invalid_level: 'refused',
  job_not_runnable: 'refused',
  when_in_past: 'refused',
  mixed_chain: 'refused',
  incomplete_chain: 'refused',
  nothing_selected: 'refused',
  selection_too_large: 'refused',
  files_no_longer_recorded: 'refused',
  where_not_allowed: 'refused',
  weak_password: 'refused',
  wrong_password: 'refused',
  idempotency_key_reused: 'refused',
  not_supported_by_director: 'refused',
  command_asks: 'refused',
  operation_not_possible: 'refused',
  too_many_requests: 'limited',
  too_many_streams: 'limited',
  too_many_waits: 'limited',
  internal_error: 'internal',
  director_error: 'director_failed',
  out_of_range: 'director_failed',
  director_unreachable: 'unreachable',
  director_owned_elsewhere: 'unreachable',
  database_unavailable: 'unreachable',
  shutting_down: 'unreachable',
  director_too_slow: 'too_slow',
} as const;

export type ErrorCode = keyof typeof errorKinds;
export const errorCodes = Object.keys(errorKinds) as readonly ErrorCode[];
export type ErrorKind = (typeof errorKinds)[ErrorCode];

/** Finer than a code, if one code has several causes that users must distinguish. `params` has the values in `detail`. */
export const errorReasons = [
  // not_found
  'no_user',
  'no_session',
  'no_saved_filter',
  'no_role',
  'no_channel',
  'no_delivery',
  'no_event',
  'no_token',
  'no_audit_record',
  'no_director',
  'no_client',
  'no_job',
  'no_run',
  'no_volume',
  'no_device',
  'no_address',
  'no_configuration_change',
  'no_configuration_file',
  // conflict
  'own_password',
  'user_disabled',
  'has_password',
  'run_is_ending',
  'run_did_not_fail',
  'delivery_not_over',
  'events_forgotten',
  'format_not_signed',
  'secret_in_use',
  'built_in_role',
  'director_from_file',
  'managed_by_director',
  'volume_at_limit',
  'run_on_volume',
  'storage_removed',
  'volume_just_written',
  'volume_being_written',
  'volume_not_forgettable',
  'director_rejected',
  'volume_holds_runs',
  'volume_is_file',
  'different_key',
  'download_preparing',
  'download_failed',
  'download_taken',
  'staging_full',
  'too_many_saved_filters',
  'request_in_progress',
  'run_in_use',
  'run_needed',
  'configuration_changed_by_hand',
  'configuration_in_use',
  'configuration_invalid',
  'configuration_not_writable',
  'configuration_rejected',
  'change_not_draft',
  'change_not_revertible',
  'change_rolled_back',
  'later_changes',
  'too_many_drafts',
  // confirmation_required
  'command_not_confirmed',
  // weak_password
  'too_short',
  'is_username',
  'too_simple',
  'easily_guessed',
  'is_old_password',
  // where_not_allowed
  'not_absolute',
  'outside_roots',
  'own_data',
  'no_restore_folder',
  // missing_capability
  'cannot_grant',
  'would_lose_backups',
  // not_supported_by_director
  'command_not_permitted',
  'schedule_unavailable',
  'no_restore_job',
  'several_restore_jobs',
  'unsupported',
  'staging_unusable',
  // operation_not_possible
  'no_difference',
  'unreadable',
  'unknown_type',
  'single_director',
  'unknown_resource',
  'ambiguous_name',
  'resource_name_taken',
  'name_needs_rename',
  'unknown_path',
  'wrong_parent',
  'wrong_kind',
  'shared_by_alias',
  'anchor_in_use',
  'explicit_tag',
  // director_error, director_too_slow, database_unavailable, director_owned_elsewhere
  'unexpected_reply',
  'estimate_too_slow',
  'catalog_too_slow',
  'catalog_unreachable',
  'disk_full',
  'recovering',
  'no_configuration',
] as const;
// prettier-ignore
export type ErrorReason = (typeof errorReasons)[number];

/** Every rule that an input can break, in the words of the API; `docs/integrate/errors.md` explains each. A test compares the two. */
export const fieldErrorCodes = [
  'required',
  'unknown',
  'repeated',
  'wrong_type',
  'invalid_format',
  'invalid_characters',
  'not_allowed',
  'duplicate_items',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_few',
  'too_many',
  'in_past',
  'too_far',
  'wrong_order',
  'mismatch',
  'malformed',
  'address_not_allowed',
  'invalid',
  'cursor_mismatch',
  'cursor_expired',
  'path_is_lossy',
  'is_username',
  'too_simple',
  'easily_guessed',
  'is_old_password',
] as const;
// prettier-ignore
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** One input at fault. `field` is the body field, query parameter or header as the caller wrote it. */
export interface FieldError {
  readonly field: string;
  readonly code: FieldErrorCode;
  readonly detail: string;
}

export interface ErrorExtras {
  readonly errors?: readonly FieldError[];
  readonly requiredCapability?: string;
  readonly retryAfterSeconds?: number;
  readonly reason?: ErrorReason;
  readonly params?: MessageParams;
  /** Further members of the problem document, named by the contract (for example `impact`). */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The one exception that carries an answer to the caller; anything else thrown is a fault of ours and becomes a bare 500. */
export class AppError extends Error {
  constructor(
    readonly code: ErrorCode,
    /** What happened and what to do, in a sentence that may be shown. Never contains a secret. */
    readonly detail: string,
    readonly extras: ErrorExtras = {},
  ) {
    super(detail, { cause: extras.cause });
    this.name = 'Refusal';
  }

  get kind(): ErrorKind {
    return errorKinds[this.code];
  }
}

/** A body can have as many errors as bytes: at most this many are reported. */
const maxFieldErrors = 20;

/** AppError validation_failed that names the faults: of each field the first one, and the first ones of many fields. */
export function invalidFields(faults: readonly FieldError[]): AppError {
  const seen = new Set<string>();
  // The first error of a field explains the others: a value that is no number is neither too small nor too large.
  const firsts = faults.filter(({ field }) => !seen.has(field) && seen.add(field));
  const errors = firsts.slice(0, maxFieldErrors);
  const more = firsts.length > maxFieldErrors ? [`and ${firsts.length - maxFieldErrors} more`] : [];
  const detail = [...errors.map((fault) => fault.detail), ...more].join('; ');
  return new AppError('validation_failed', detail, { errors });
}

export function invalidField(field: string, detail: string, code: FieldErrorCode = 'invalid'): AppError {
  return new AppError('validation_failed', detail, { errors: [{ field, code, detail }] });
}
