import { type AppError } from '../domain/error-codes.js';
import { type ConsoleRequest } from './request-context.js';

/** Takes note of requests that were refused for who sent them. Must neither throw nor keep the answer waiting. */
export abstract class DenialNotes {
  /** Called for every refusal, after its answer was sent; the implementation picks what counts. */
  abstract note(request: ConsoleRequest, refusal: AppError): void;
}
