import { Injectable } from '@nestjs/common';
import { DataSource, Column, Entity, PrimaryColumn } from 'typeorm';

/** The last time that all clients of a Director were evaluated. */
@Entity()
export class SilenceEvaluationRunEntity {
  @PrimaryColumn({ type: 'text' })
  director!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  evaluatedAt!: Date;

  @Column({ type: 'boolean' })
  directorReachable!: boolean;
}

/** When each Director's clients were last evaluated, and which Directors are gone. */
@Injectable()
export class SilenceRoundsRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(director: string): Promise<SilenceEvaluationRunEntity | null> {
    return this.dataSource.getRepository(SilenceEvaluationRunEntity).findOneBy({ director });
  }

  async evaluatedSecondsAgo(director: string): Promise<number | null> {
    const rows = await this.dataSource.query<{ seconds: number }[]>(
      `SELECT date_part('epoch', now() - evaluated_at) AS seconds FROM silence_evaluation_run WHERE director = $1`,
      [director],
    );
    const [row] = rows;
    return row ? Math.max(0, Math.floor(row.seconds)) : null;
  }

  async note(director: string, directorReachable: boolean): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO silence_evaluation_run (director, evaluated_at, director_reachable) VALUES ($1, now(), $2)
       ON CONFLICT (director) DO UPDATE SET evaluated_at = now(), director_reachable = excluded.director_reachable`,
      [director, directorReachable],
    );
  }

  /**
   * Directors with monitored clients that no console has any more. A Director that this console lacks may be stored with unusable
   * settings, or be in the file of another console, which then syncs its runs, or tries to.
   */
  async removedDirectors(configured: readonly string[], recordBehindSeconds: number): Promise<string[]> {
    const rows = await this.dataSource.query<{ director: string }[]>(
      `SELECT DISTINCT director FROM client_silence s WHERE director <> ALL ($1::text[])
         AND NOT EXISTS (SELECT 1 FROM configured_director c WHERE c.name = s.director)
         AND NOT EXISTS (SELECT 1 FROM run_sync_state f WHERE f.director = s.director
           AND greatest(f.read_at, f.failed_at) > now() - make_interval(secs => $2))
       ORDER BY director`,
      [configured, recordBehindSeconds],
    );
    return rows.map(({ director }) => director);
  }

  async forget(director: string): Promise<void> {
    await this.dataSource.getRepository(SilenceEvaluationRunEntity).delete({ director });
  }
}
