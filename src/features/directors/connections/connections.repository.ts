import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, PrimaryColumn } from 'typeorm';
import { type Transaction } from '../../../database/unit-of-work.js';
import { DirectorTlsEntity } from './tls-memory.repository.js';

/** A Director that was added through the API. Its secrets are stored in `sealed` only. */
@Entity()
export class ConfiguredDirectorEntity {
  @PrimaryColumn({ type: 'text' })
  name!: string;

  /** The settings but for their secrets, as JSON. */
  @Column({ type: 'jsonb' })
  settings!: object;

  /** Password, catalog URL and private key as JSON, sealed. */
  @Column({ type: 'text' })
  sealed!: string;

  @Column({ type: 'boolean' })
  isDefault!: boolean;

  @Column({ type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;

  /** Grows with each change of this row, so that other instances reconnect. */
  @Column({ type: 'integer' })
  revision!: number;
}

export const nameConstraint = 'configured_director_pkey';

@Injectable()
export class ConfiguredDirectorsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** All of them: a site has a handful. */
  list(): Promise<ConfiguredDirectorEntity[]> {
    return this.dataSource.getRepository(ConfiguredDirectorEntity).find({ order: { name: 'ASC' } });
  }

  find(name: string): Promise<ConfiguredDirectorEntity | null> {
    return this.dataSource.getRepository(ConfiguredDirectorEntity).findOneBy({ name });
  }

  /** The row, locked for a change. */
  lock(transaction: Transaction, name: string): Promise<ConfiguredDirectorEntity | null> {
    return transaction
      .getRepository(ConfiguredDirectorEntity)
      .createQueryBuilder('director')
      .setLock('pessimistic_write')
      .where('director.name = :name', { name })
      .getOne();
  }

  async insert(transaction: Transaction, row: ConfiguredDirectorEntity): Promise<void> {
    await transaction.getRepository(ConfiguredDirectorEntity).insert(row);
  }

  async update(transaction: Transaction, row: ConfiguredDirectorEntity): Promise<void> {
    await transaction.getRepository(ConfiguredDirectorEntity).update({ name: row.name }, row);
  }

  async delete(transaction: Transaction, name: string): Promise<void> {
    await transaction.getRepository(ConfiguredDirectorEntity).delete({ name });
  }

  /** Forgets that TLS worked: a saved entry starts over. */
  async forgetTls(transaction: Transaction, name: string): Promise<void> {
    await transaction.getRepository(DirectorTlsEntity).delete({ director: name });
  }

  /** Only one can be the default. */
  async clearDefault(transaction: Transaction, except: string): Promise<void> {
    await transaction.query(
      'UPDATE configured_director SET is_default = false, revision = revision + 1 WHERE is_default AND name <> $1',
      [except],
    );
  }
}
