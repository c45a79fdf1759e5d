import { type Client } from 'pg';
import { type TaskControl } from '../task.js';

/** Thrown inside a task when the stop request was seen; it ends the task as canceled, not as failed. */
export class Canceled extends Error {
  constructor() {
    super('canceled');
    this.name = 'Canceled';
  }
}

/** Checked in the middle of long work. */
export class Cancellation {
  private isLost = false;

  constructor(
    private readonly control: TaskControl,
    catalog: Client,
  ) {
    catalog.once('end', () => (this.isLost = true));
    catalog.once('error', () => (this.isLost = true));
  }

  /** Throws Canceled if the run must stop, and the reason if its data could not be recorded. */
  check(): void {
    if (this.control.isCanceled()) throw new Canceled();
    if (this.isLost) throw new Error('The connection to the catalog database was lost.');
  }
}
