import { type DataSource } from 'typeorm';
import { type Clock } from '../../../domain/clock.js';
import { TlsMemory } from '../../../domain/tls-memory.port.js';
import { DirectorTlsEntity } from './director-tls.entity.js';

export class TlsMemoryRepository extends TlsMemory {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  override hasWorked(director: string, target: string): Promise<boolean> {
    return this.dataSource.getRepository(DirectorTlsEntity).existsBy({ director, target });
  }

  override async remember(director: string, target: string): Promise<void> {
    const row = { director, target, firstAt: this.clock.now() };
    await this.dataSource.createQueryBuilder().insert().into(DirectorTlsEntity).values(row).orIgnore().execute();
  }
}
