import { EventEmitter2 } from '@nestjs/event-emitter';
import { type DataSource } from 'typeorm';
import { ConfiguredDirectors } from '../../src/adapters/director/configured-directors.js';
import { createDataSource } from '../../src/data-source.js';
import { type ClientSilence } from '../../src/domain/client-silences.port.js';
import { type Run } from '../../src/domain/run.js';
import { EventRecorder } from '../../src/events/event-recorder.js';
import { EventsRepository } from '../../src/events/events.repository.js';
import { ClientSilencesRepository } from '../../src/monitoring/client-silences.repository.js';
import { ScheduleIntervals } from '../../src/monitoring/schedule-intervals.service.js';
import { SilenceEvaluation } from '../../src/monitoring/silence-evaluation.service.js';
import { SilenceMonitor } from '../../src/monitoring/silence.monitor.js';
import { SilenceRoundsRepository } from '../../src/monitoring/silence-rounds.repository.js';
import { SilenceRounds } from '../../src/monitoring/silence-rounds.service.js';
import { SilenceStates } from '../../src/monitoring/silence-states.service.js';
import { StoredClientSilences } from '../../src/monitoring/stored-client-silences.js';
import { ThresholdsRepository } from '../../src/monitoring/thresholds.repository.js';
import { readSettings } from '../../src/platform/config/settings.js';
import { DatabaseSession } from '../../src/platform/database/database-session.js';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { createLog } from '../../src/platform/logging/log.js';
import { RecordedRuns } from '../../src/runs/record/recorded-runs.repository.js';
import { RunChanges } from '../../src/runs/record/run-changes.service.js';
import { type RunWrites } from '../../src/runs/record/run-writes.repository.js';
import { FakeClock } from './fake-clock.js';
import { makeClient, makeRun } from './makers.js';
import { PaperDirector } from './paper-director.js';
import { runRecordParts } from './run-records.js';

export interface ToldEvent {
  readonly type: string;
  readonly onceKey: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly summary: string;
  readonly links: Readonly<Record<string, string>>;
  readonly dedupKey: string;
  readonly severity: string;
  readonly subject: string;
}

/** One process of the console, as far as the silence monitor goes: a Director on paper, a record of runs, a clock that tests move. */
export class SilenceScene {
  readonly director = new PaperDirector('one', true);
  readonly directors = new ConfiguredDirectors([this.director]);
  readonly writes: RunWrites;
  readonly monitor: SilenceMonitor;
  readonly evaluation: SilenceEvaluation;
  readonly silences: ClientSilencesRepository;
  readonly stored: StoredClientSilences;
  readonly changes: RunChanges;
  private newest = 0;

  private constructor(
    readonly database: DataSource,
    readonly session: DatabaseSession,
    readonly clock: FakeClock,
  ) {
    const log = createLog('silent');
    const unitOfWork = new UnitOfWork(database);
    const recorder = new EventRecorder(new EventsRepository(database), unitOfWork, new EventEmitter2(), clock, log);
    const [thresholds, rounds] = [new ThresholdsRepository(database), new SilenceRoundsRepository(database)];
    this.silences = new ClientSilencesRepository(database);
    this.writes = runRecordParts(database, clock).writes;
    const settings = readSettings({ BASE_URL: 'http://console.example' });
    const states = new SilenceStates(this.silences, recorder, unitOfWork, settings);
    const runs = new RecordedRuns(database);
    this.evaluation = new SilenceEvaluation(this.silences, thresholds, rounds, runs, states, clock);
    const intervals = new ScheduleIntervals(this.silences, clock, log);
    const { directors, silences, evaluation } = this;
    const looks = new SilenceRounds(directors, silences, rounds, evaluation, thresholds, intervals, clock, log);
    this.changes = new RunChanges(session);
    this.monitor = new SilenceMonitor(looks, evaluation, silences, directors, session, this.changes, log);
    this.stored = new StoredClientSilences(silences, thresholds, rounds, directors, clock);
    this.director.clients = [makeClient({ firstSeenAt: null })];
  }

  static async open(url: string, clock = new FakeClock()): Promise<SilenceScene> {
    const database = await createDataSource(url).initialize();
    const session = new DatabaseSession(database);
    await session.onModuleInit();
    const scene = new SilenceScene(database, session, clock);
    scene.monitor.onApplicationBootstrap();
    await scene.readRecord();
    return scene;
  }

  async close(): Promise<void> {
    await this.monitor.beforeApplicationShutdown();
    await this.session.onApplicationShutdown();
    await this.database.destroy();
  }

  /** The feeder read the catalog to its end just now. */
  async readRecord(): Promise<void> {
    await this.writes.take({ director: 'one', runs: [], newest: this.newest });
    await this.writes.noteRead('one');
  }

  /** A run comes on record; it ended `hoursAgo` hours before now. */
  async run(hoursAgo: number, values: Partial<Run> = {}): Promise<void> {
    this.newest += 1;
    const endedAt = new Date(this.clock.now().getTime() - hoursAgo * 3_600_000);
    const run = makeRun({ jobId: this.newest, startedAt: endedAt, endedAt, ...values });
    await this.writes.take({ director: 'one', runs: [run], newest: this.newest });
  }

  /** So many hours later, when the monitor looks. */
  async later(hours: number): Promise<void> {
    this.clock.advance(hours * 3600);
    await this.monitor.tick();
  }

  /** Oldest first. */
  async told(): Promise<ToldEvent[]> {
    return this.database.query(
      `SELECT type, once_key AS "onceKey", data, summary, links, dedup_key AS "dedupKey", severity, subject
       FROM event WHERE type LIKE 'client.silence.%' ORDER BY "timestamp", once_key`,
    );
  }

  async toldTypes(): Promise<string[]> {
    return (await this.told()).map(({ type }) => type);
  }

  async silence(): Promise<ClientSilence | undefined> {
    return (await this.stored.of('one', this.director.clients))[0];
  }

  /** As an operator's change leaves it, and before the monitor looks. */
  async set(values: Readonly<Record<string, unknown>>): Promise<void> {
    await new ThresholdsRepository(this.database).keepClient(this.database.manager, {
      ...{ director: 'one', client: 'laptop', warnSeconds: null, critSeconds: null, basis: 'fixed', pausedUntil: null },
      ...{ updatedAt: this.clock.now() },
      ...values,
    });
  }
}
