import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The day, in UTC, that a Director's sums of clients stand at. */
export interface KeptSumsDay {
  readonly director: string;
  readonly day: string;
}

@Injectable()
export class KeptSums {
  constructor(private readonly dataSource: DataSource) {}

  days(): Promise<KeptSumsDay[]> {
    return this.dataSource.query('SELECT director, day::text FROM run_sum_day');
  }

  /** In one transaction, for which the ends of this Director's runs wait. */
  async move({ director, day }: KeptSumsDay): Promise<void> {
    await this.dataSource.query('SELECT move_sums($1, $2)', [director, day]);
  }
}
