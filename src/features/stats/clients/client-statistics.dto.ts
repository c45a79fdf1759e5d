import { ComparedTotals } from '../run-totals.dto.js';

/** Runs of one client within the time range. */
export class ClientStatistics extends ComparedTotals {
  /**
   * Name of the client.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * Director of the client.
   * @example 'embedded'
   */
  director!: string;
}
