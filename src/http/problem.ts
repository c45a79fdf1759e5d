import { type AppError, type ErrorKind, type ErrorCode } from '../domain/error-codes.js';
import { type Problem } from './problem.dto.js';

/** Short name of each code, always the same for the same `type` as RFC 9457 requires. All of them differ. */
export const titles: Readonly<Record<ErrorCode, string>> = {
  validation_failed: 'Invalid input',
  malformed_json: 'Malformed JSON',
  cursor_mismatch: 'Cursor of another list',
  cursor_expired: 'Expired cursor',
  path_is_lossy: 'Path is not UTF-8',
  unauthenticated: 'Not signed in',
  invalid_credentials: 'Wrong username or password',
  missing_capability: 'Missing capability',
  session_required: 'Session required',
  cross_site_request: 'Cross-site request',
  not_found: 'Not found',
  unknown_director: 'Unknown Director',
  link_not_usable: 'Unusable link',
  method_not_allowed: 'Method not allowed',
  conflict: 'Conflict',
  name_taken: 'Name already in use',
  last_admin: 'Last administrator',
  role_in_use: 'Role in use',
  confirmation_required: 'Confirmation required',
  only_copy: 'Last Full backup',
  run_already_ended: 'Run already ended',
  idempotency_in_flight: 'First request still in progress',
  idempotency_outcome_unknown: 'Outcome unknown',
  changed_meanwhile: 'Changed meanwhile',
  body_too_large: 'Body too large',
  head_too_large: 'Request headers too large',
  unsupported_media_type: 'Unsupported media type',
  unknown_job: 'Unknown job',
  unknown_client: 'Unknown client',
  unknown_fileset: 'Unknown fileset',
  unknown_storage: 'Unknown storage',
  unknown_pool: 'Unknown pool',
  unknown_volume: 'Unknown volume',
  unknown_run: 'Unknown run',
  unknown_role: 'Unknown role',
  unknown_channel: 'Unknown channel',
  invalid_level: 'Unsupported level',
  job_not_runnable: 'Job cannot be started',
  when_in_past: 'Time in the past',
  mixed_chain: 'Runs of several clients',
  incomplete_chain: 'Incomplete chain',
  nothing_selected: 'Nothing selected',
  selection_too_large: 'Selection too large',
  files_no_longer_recorded: 'File records pruned',
  where_not_allowed: 'Target folder not allowed',
  weak_password: 'Weak password',
  wrong_password: 'Wrong password',
  idempotency_key_reused: 'Idempotency-Key reused',
  not_supported_by_director: 'Not supported by the Director',
  operation_not_possible: 'Operation not possible',
  command_asks: 'The Director asked a question',
  too_many_requests: 'Too many requests',
  too_many_streams: 'Too many streams',
  too_many_waits: 'Too many long polls',
  internal_error: 'Internal error',
  director_error: 'Error from the Director',
  out_of_range: 'Number out of range',
  director_unreachable: 'Director unreachable',
  director_owned_elsewhere: 'Director owned elsewhere',
  database_unavailable: 'Database unavailable',
  shutting_down: 'Console is stopping',
  director_too_slow: 'Director too slow',
};

/** The HTTP status of each kind of error. */
const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  denied: 403,
  missing: 404,
  wrong_method: 405,
  conflict: 409,
  changed: 412,
  too_large: 413,
  head_too_large: 431,
  wrong_type: 415,
  refused: 422,
  limited: 429,
  internal: 500,
  director_failed: 502,
  unreachable: 503,
  too_slow: 504,
};

export const problemMediaType = 'application/problem+json';

export function statusOf(error: AppError): number {
  return statusOfKind[error.kind];
}

export function problemOf(error: AppError, instance: string, requestId: string): Problem {
  const status = statusOf(error);
  const { errors, requiredCapability, reason, params, members } = error.extras;
  return {
    type: `/docs/errors#${error.code}`,
    title: titles[error.code],
    status,
    detail: error.detail,
    instance,
    code: error.code,
    requestId,
    ...(errors ? { errors: [...errors] } : {}),
    ...(requiredCapability === undefined ? {} : { requiredCapability }),
    ...(reason === undefined ? {} : { reason, params: params ?? {} }),
    ...members,
  };
}
