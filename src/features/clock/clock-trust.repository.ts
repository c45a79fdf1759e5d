import { type DataSource, type EntityManager, Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { type Clock, DeletionClock } from '../../domain/clock.js';
import { settleWithin } from '../../platform/timing.js';

/** What the console knows of the time; one row. */
@Entity()
@Check('clock_state_one_row', 'id = 1')
export class ClockStateEntity {
  @PrimaryColumn({ type: 'integer' })
  id!: number;

  /** The newest time that was plausible. */
  @Column({ type: 'timestamptz', precision: 3 })
  believedAt!: Date;

  /** The highest time that the clock ever showed, plausible or not. If it now shows less, stored dates may be in the future. */
  @Column({ type: 'timestamptz', precision: 3 })
  latestAt!: Date;
}

/** A clock of another machine. */
export interface ClockSource {
  /** null: this source has no clock of its own, or does not answer. */
  time(): Promise<Date | null>;
}

/** A clock may jump this far, in either direction, between two checks. */
const plausibleJumpSeconds = 2 * 86_400;
/** Clocks that differ by less agree. */
const agreementMs = 3_600_000;
/** A hanging source must not delay the caller. */
const sourceTimeoutMs = 5_000;

/** Two clocks that agree are believed: they do not have the same fault at the same time. */
export function clocksAgree(one: Date, other: Date): boolean {
  return Math.abs(one.getTime() - other.getTime()) <= agreementMs;
}

/**
 * Knows whether the present time is plausible: within two days of the last time that was, as stored in the database. Beyond that
 * it is in doubt until another machine's clock agrees, or an administrator confirms it.
 */
export class ClockTrust extends DeletionClock {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    /** Read one after the other, and only while the time is in doubt. */
    private readonly sources: () => readonly ClockSource[],
  ) {
    super();
  }

  override async believedNow(): Promise<Date | null> {
    const now = this.clock.now();
    if (await this.isPlausible(now)) return now;
    for (const source of this.sources()) {
      const time = await timeOf(source);
      if (time === null || !clocksAgree(time, this.clock.now())) continue;
      await this.believe(this.dataSource.manager, now);
      return now;
    }
    return null;
  }

  override async doubtSince(): Promise<Date | null> {
    const rows = await this.dataSource.query<{ believedAt: Date }[]>(
      `SELECT believed_at AS "believedAt" FROM clock_state
       WHERE abs(date_part('epoch', believed_at - $1::timestamptz)) > ${plausibleJumpSeconds}`,
      [this.clock.now()],
    );
    return rows[0]?.believedAt ?? null;
  }

  /** From now on this time is the one to compare with. */
  async believe(manager: EntityManager, now: Date): Promise<void> {
    await manager.query(
      `INSERT INTO clock_state (id, believed_at, latest_at) VALUES (1, $1, $1)
       ON CONFLICT (id) DO UPDATE SET believed_at = $1, latest_at = GREATEST(clock_state.latest_at, $1)`,
      [now],
    );
  }

  /** Compares and stores in one statement, so that two processes never overwrite each other's time with an implausible one. */
  private async isPlausible(now: Date): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `INSERT INTO clock_state AS c (id, believed_at, latest_at) VALUES (1, $1, $1)
       ON CONFLICT (id) DO UPDATE SET believed_at = $1, latest_at = GREATEST(c.latest_at, $1)
       WHERE abs(date_part('epoch', c.believed_at - $1::timestamptz)) <= ${plausibleJumpSeconds} RETURNING id`,
      [now],
    );
    if (rows.length > 0) return true;
    await this.dataSource.query('UPDATE clock_state SET latest_at = $1 WHERE latest_at < $1', [now]);
    return false;
  }
}

function timeOf(source: ClockSource): Promise<Date | null> {
  return settleWithin(
    source.time().catch(() => null),
    sourceTimeoutMs,
  );
}
