import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The day, in UTC, that a Director's sums of clients stand at. */
export interface ClientSumsDay {
  readonly director: string;
  readonly day: string;
}

@Injectable()
export class ClientSums {
  constructor(private readonly dataSource: DataSource) {}

  days(): Promise<ClientSumsDay[]> {
    return this.dataSource.query('SELECT director, day::text FROM run_client_sum_day');
  }

  /** In one transaction, for which the ends of this Director's runs wait. */
  async move({ director, day }: ClientSumsDay): Promise<void> {
    await this.dataSource.query('SELECT move_client_sums($1, $2)', [director, day]);
  }
}
