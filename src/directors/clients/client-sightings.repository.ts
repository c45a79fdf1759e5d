import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientSightingEntity } from './client-sighting.entity.js';

@Injectable()
export class ClientSightingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async of(director: string): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.dataSource.getRepository(ClientSightingEntity).findBy({ director });
    return new Map(rows.map(({ client, firstSeenAt }) => [client, firstSeenAt]));
  }

  /** What another process wrote meanwhile stays. */
  async add(director: string, clients: readonly string[], firstSeenAt: Date): Promise<void> {
    const rows = clients.map((client) => ({ director, client, firstSeenAt }));
    await this.dataSource.createQueryBuilder().insert().into(ClientSightingEntity).values(rows).orIgnore().execute();
  }
}
