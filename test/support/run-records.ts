import { EventEmitter2 } from '@nestjs/event-emitter';
import { type DataSource } from 'typeorm';
import { type EventEnvelope } from '../../src/domain/event.js';
import { EventRecorder } from '../../src/events/event-recorder.js';
import { EventsRepository } from '../../src/events/events.repository.js';
import { readSettings } from '../../src/platform/config/settings.js';
import { UnitOfWork } from '../../src/platform/database/unit-of-work.js';
import { createLog } from '../../src/platform/logging/log.js';
import { Acknowledgements } from '../../src/runs/acknowledgements/acknowledgements.repository.js';
import { RunOrderEntity } from '../../src/runs/order.entity.js';
import { OrdersRepository } from '../../src/runs/orders.repository.js';
import { RunOutliers } from '../../src/runs/outliers/run-outliers.repository.js';
import { RunEndEvents } from '../../src/runs/record/run-end-events.js';
import { RunIntake } from '../../src/runs/record/run-intake.service.js';
import { RunWrites } from '../../src/runs/record/run-writes.repository.js';
import { RunRecords } from '../../src/runs/run-records.service.js';
import { FakeClock } from './fake-clock.js';

export interface RunRecordParts {
  readonly writes: RunWrites;
  readonly intake: RunIntake;
  /** What this process announced. */
  readonly announced: readonly EventEnvelope[];
}

/** What writes the record of runs in one process of the console, put together by hand. */
export function runRecordParts(database: DataSource, clock = new FakeClock()): RunRecordParts {
  const log = createLog('silent');
  const unitOfWork = new UnitOfWork(database);
  const emitter = new EventEmitter2({ wildcard: true });
  const announced: EventEnvelope[] = [];
  emitter.onAny((_, event: EventEnvelope) => announced.push(event));
  const recorder = new EventRecorder(new EventsRepository(database), unitOfWork, emitter, clock, log);
  const orders = new OrdersRepository(database.getRepository(RunOrderEntity));
  const records = new RunRecords(orders, new RunOutliers(database), new Acknowledgements(database));
  const settings = readSettings({ BASE_URL: 'https://backups.example.com' });
  const writes = new RunWrites(database, unitOfWork, new RunEndEvents(recorder, records, clock, settings));
  return { writes, intake: new RunIntake(writes, log), announced };
}

/** The events on record about ends of runs, oldest first. */
export async function endsTold(database: DataSource): Promise<(EventEnvelope & { recordedAt: Date })[]> {
  return database.query(
    `SELECT id, type, "timestamp", severity, source, subject, dedup_key AS "dedupKey", summary, data, links, recorded_at AS "recordedAt"
     FROM event WHERE type LIKE 'job.completed.%' ORDER BY (data->>'jobId')::int, type`,
  );
}
