import { type DataSource, Column, Entity, PrimaryColumn } from 'typeorm';
import { type Clock } from '../../../domain/clock.js';
import { TlsMemory } from '../../../domain/director-settings.js';

/** TLS worked with a Director: from then on a connection without it is rejected even if TLS is only preferred. */
@Entity()
export class DirectorTlsEntity {
  /** Name in this console, of a stored entry or of one of DIRECTORS_FILE. */
  @PrimaryColumn({ type: 'text' })
  director!: string;

  /** What the name referred to; see TlsMemory. */
  @PrimaryColumn({ type: 'text' })
  target!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  firstAt!: Date;
}

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
