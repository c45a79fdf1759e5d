import { InstantField } from '../platform/http/query.decorators.js';

/** What an administrator's own watch shows. */
export class ConfirmClockBody {
  /** The present time by another clock than that of the console's machine. */
  @InstantField({ required: true })
  time!: Date;
}
