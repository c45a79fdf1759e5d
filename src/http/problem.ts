import { type Refusal, type RefusalKind } from '../domain/errors.js';
import { type Problem } from './problem.dto.js';
import { titles } from './problem-titles.js';

/** The one table from a refusal's kind to the HTTP status. */
const statusOfKind: Readonly<Record<RefusalKind, number>> = {
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

export function statusOf(refusal: Refusal): number {
  return statusOfKind[refusal.kind];
}

export function problemOf(refusal: Refusal, instance: string, requestId: string): Problem {
  const status = statusOf(refusal);
  const { errors, requiredCapability, reason, params, members } = refusal.extras;
  return {
    type: `/docs/errors#${refusal.code}`,
    title: titles[refusal.code],
    status,
    detail: refusal.detail,
    instance,
    code: refusal.code,
    requestId,
    ...(errors ? { errors: [...errors] } : {}),
    ...(requiredCapability === undefined ? {} : { requiredCapability }),
    ...(reason === undefined ? {} : { reason, params: params ?? {} }),
    ...members,
  };
}
