import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, PrimaryColumn } from 'typeorm';
import { type SilenceThresholds } from '../../domain/silence.js';
import { type Transaction } from '../../database/unit-of-work.js';
import { markDue } from './client-silences.repository.js';

/** An operator's settings for one client. They stay when the client is removed, and apply again when it returns. */
@Entity()
export class ClientThresholdEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @PrimaryColumn({ type: 'text' })
  client!: string;

  @Column({ type: 'integer', nullable: true })
  warnSeconds!: number | null;

  @Column({ type: 'integer', nullable: true })
  critSeconds!: number | null;

  /** ThresholdBasis. */
  @Column({ type: 'text' })
  basis!: string;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  pausedUntil!: Date | null;

  @Column({ type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}

/** The thresholds of all clients that have none of their own: one row, of id 1, made with the table. */
@Entity()
export class GlobalThresholdEntity {
  @PrimaryColumn({ type: 'integer' })
  id!: number;

  @Column({ type: 'integer' })
  warnSeconds!: number;

  @Column({ type: 'integer' })
  critSeconds!: number;

  /** null: never changed. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  updatedAt!: Date | null;
}

const onlyRow = 1;

/** What people set: thresholds of all clients and of single ones. */
@Injectable()
export class ThresholdsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async global(): Promise<GlobalThresholdEntity> {
    return existing(await this.dataSource.getRepository(GlobalThresholdEntity).findOneBy({ id: onlyRow }));
  }

  /** The row, locked for a change. */
  async lockGlobal(transaction: Transaction): Promise<GlobalThresholdEntity> {
    const query = transaction
      .getRepository(GlobalThresholdEntity)
      .createQueryBuilder('row')
      .setLock('pessimistic_write');
    return existing(await query.where('row.id = :id', { id: onlyRow }).getOne());
  }

  async keepGlobal(transaction: Transaction, thresholds: SilenceThresholds, updatedAt: Date): Promise<void> {
    await transaction.getRepository(GlobalThresholdEntity).update({ id: onlyRow }, { ...thresholds, updatedAt });
  }

  /** The settings of one client, locked for a change; null: none. Two concurrent first writers run one after the other. */
  async lockClient(transaction: Transaction, director: string, client: string): Promise<ClientThresholdEntity | null> {
    await transaction.query('SELECT 1 FROM client_silence WHERE director = $1 AND client = $2 FOR UPDATE', [
      director,
      client,
    ]);
    return transaction.getRepository(ClientThresholdEntity).findOneBy({ director, client });
  }

  /** The client is evaluated again, by any process. */
  async keepClient(transaction: Transaction, row: ClientThresholdEntity): Promise<void> {
    await transaction.getRepository(ClientThresholdEntity).save(row);
    const text = `UPDATE client_silence SET ${markDue} WHERE director = $1 AND client = $2`;
    await transaction.query(text, [row.director, row.client]);
  }
}

function existing(row: GlobalThresholdEntity | null): GlobalThresholdEntity {
  if (row) return row;
  throw new Error('The table global_threshold has lost the row created by the migration.');
}
