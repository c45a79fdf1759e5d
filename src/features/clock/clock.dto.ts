import { InstantField } from '../../http/query.decorators.js';

/** Time by a clock that the administrator trusts. */
export class ConfirmClockBody {
  /** Current time by a clock other than that of the console's machine. */
  @InstantField({ required: true })
  time!: Date;
}
