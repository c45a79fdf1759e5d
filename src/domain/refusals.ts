/**
 * Every reason for which the product refuses or fails to answer, with the kind that decides its HTTP status.
 * Codes are part of the contract: scripts match on them. `docs/errors.md` lists the same codes; a test compares the two.
 */
export const refusals = {
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
  files_no_longer_recorded: 'refused',
  where_not_allowed: 'refused',
  weak_password: 'refused',
  wrong_password: 'refused',
  idempotency_key_reused: 'refused',
  not_supported_by_director: 'refused',
  too_many_requests: 'limited',
  too_many_streams: 'limited',
  internal_error: 'internal',
  director_error: 'director_failed',
  out_of_range: 'director_failed',
  director_unreachable: 'unreachable',
  director_owned_elsewhere: 'unreachable',
  database_unavailable: 'unreachable',
  shutting_down: 'unreachable',
  director_too_slow: 'too_slow',
} as const;

export type RefusalCode = keyof typeof refusals;
export type RefusalKind = (typeof refusals)[RefusalCode];

/** One input at fault. `field` is the body field, query parameter or header as the caller wrote it. */
export interface FieldFault {
  readonly field: string;
  readonly code: string;
  readonly detail: string;
}

export interface RefusalExtras {
  readonly errors?: readonly FieldFault[];
  readonly requiredCapability?: string;
  readonly retryAfterSeconds?: number;
  /** Further members of the problem document, named by the contract (for example `impact`). */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The one exception that carries an answer to the caller; anything else thrown is a fault of ours and becomes a bare 500. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    /** What happened and what to do, in a sentence that may be shown to a person. Never holds a secret. */
    readonly detail: string,
    readonly extras: RefusalExtras = {},
  ) {
    super(detail, { cause: extras.cause });
    this.name = 'Refusal';
  }

  get kind(): RefusalKind {
    return refusals[this.code];
  }
}

export function invalidField(field: string, detail: string, code = 'invalid'): Refusal {
  return new Refusal('validation_failed', detail, { errors: [{ field, code, detail }] });
}
