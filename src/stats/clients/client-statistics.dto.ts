import { ComparedTotals } from '../run-sums.dto.js';

/** The runs of one client within the span. */
export class ClientStatistics extends ComparedTotals {
  /**
   * The client.
   * @example 'this-machine'
   */
  client!: string;

  /**
   * Its Director.
   * @example 'embedded'
   */
  director!: string;
}
