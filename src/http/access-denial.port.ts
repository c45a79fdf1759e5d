import { type AppError } from '../domain/error-codes.js';
import { type ConsoleRequest } from './request-context.js';

/** Records requests rejected by authentication or authorization. Must neither throw nor delay the response. */
export abstract class DenialNotes {
  /** Called for every rejected request, after its response was sent; the implementation selects which count. */
  abstract note(request: ConsoleRequest, error: AppError): void;
}
