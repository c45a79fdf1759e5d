import { type Response } from 'express';
import { type AcceptedRun } from './idempotent-run-requests.service.js';
import { type StartedJob } from '../accepted-run.dto.js';

/** Puts Location and, on a repeated request, Idempotency-Replayed on a 202, and gives its body. */
export function sendAccepted<M extends object>(response: Response, placed: AcceptedRun<M>): StartedJob & M {
  response.setHeader('Location', placed.answer.links.self);
  if (placed.replayed) response.setHeader('Idempotency-Replayed', 'true');
  return placed.answer;
}
