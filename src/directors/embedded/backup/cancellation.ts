import { type Client } from 'pg';
import { type TaskControl } from '../task.js';

/** Thrown inside a task when the wish to stop was seen; it ends the task as canceled, not as failed. */
export class Canceled extends Error {
  constructor() {
    super('canceled');
    this.name = 'Canceled';
  }
}

/** Asked in the middle of long work whether it still makes sense. */
export class Cancellation {
  private isLost = false;

  constructor(
    private readonly control: TaskControl,
    catalog: Client,
  ) {
    catalog.once('end', () => (this.isLost = true));
    catalog.once('error', () => (this.isLost = true));
  }

  /** Throws Canceled where the run is to stop, and the reason where what it wrote could not be recorded any more. */
  check(): void {
    if (this.control.isCanceled()) throw new Canceled();
    if (this.isLost) throw new Error('The connection to the catalog database was lost.');
  }
}
