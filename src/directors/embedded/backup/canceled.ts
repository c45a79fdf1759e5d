/** Thrown inside a task when the wish to stop was seen; it ends the task as canceled, not as failed. */
export class Canceled extends Error {
  constructor() {
    super('canceled');
    this.name = 'Canceled';
  }
}
