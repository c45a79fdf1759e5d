import { randomBytes } from 'node:crypto';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from 'pino';
import { Clock } from '../../../domain/clock.js';
import { type DirectorEntry, Directors } from '../../../domain/directors.port.js';
import { fullScope } from '../../../domain/principal.js';
import { LOG } from '../../../platform/logging/log.js';
import { RunsRepository } from '../store/runs.repository.js';
import { type RecordChange, RunChanges } from '../store/run-changes.service.js';
import { RunRecords } from '../run-records.service.js';
import { ReplayBuffer, type StreamEvent } from './replay-buffer.js';

/** Changed runs of one Director that must be read, each once even if it changed several times. */
interface Pending {
  readonly jobIds: Set<number>;
  isReading: boolean;
}

/**
 * Turns changes in the record of runs into events with whole records, read once for all streams.
 * Every caller's scope is everything today; a narrower one would have to filter in `follow`.
 */
@Injectable()
export class RunEventBus implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly memory: ReplayBuffer;
  private readonly followers = new Set<(event: StreamEvent) => void>();
  private readonly pending = new Map<string, Pending>();
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly directors: Directors,
    private readonly changes: RunChanges,
    private readonly runs: RunsRepository,
    private readonly records: RunRecords,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.memory = new ReplayBuffer(randomBytes(6).toString('hex'));
  }

  onApplicationBootstrap(): void {
    this.stopListening = this.changes.onChange((change) => this.onRunChange(change));
  }

  beforeApplicationShutdown(): void {
    this.stopListening();
  }

  /** The position at which a new stream starts. */
  get lastId(): string {
    return this.memory.lastId;
  }

  /** What came after this event, or null where that is no longer known. */
  since(id: string): readonly StreamEvent[] | null {
    return this.memory.since(id, this.clock.now());
  }

  /** Calls back at each event. Returns the way to stop it. */
  follow(listener: (event: StreamEvent) => void): () => void {
    this.followers.add(listener);
    return () => this.followers.delete(listener);
  }

  private onRunChange({ director, jobId }: RecordChange): void {
    for (const entry of this.directors.all()) {
      if (director !== null && director !== entry.name) continue;
      // Changes may have been missed: listeners must read everything again.
      if (jobId === null) this.announce(entry.name, 'reset', '{}');
      else this.queue(entry, jobId);
    }
  }

  private queue(entry: DirectorEntry, jobId: number): void {
    const pending = this.pending.get(entry.name) ?? { jobIds: new Set(), isReading: false };
    this.pending.set(entry.name, pending);
    pending.jobIds.add(jobId);
    if (!pending.isReading) void this.read(entry, pending);
  }

  private async read(entry: DirectorEntry, pending: Pending): Promise<void> {
    pending.isReading = true;
    try {
      for (let jobIds = [...pending.jobIds]; jobIds.length > 0; jobIds = [...pending.jobIds]) {
        pending.jobIds.clear();
        for (const jobId of jobIds) await this.publish(entry, jobId);
      }
    } finally {
      pending.isReading = false;
    }
  }

  private async publish(entry: DirectorEntry, jobId: number): Promise<void> {
    try {
      const run = await this.runs.find(entry.name, jobId);
      if (!run) return;
      this.announce(entry.name, 'run', JSON.stringify(await this.records.recordOf(fullScope, entry, run)));
    } catch (error) {
      this.log.warn({ err: error, director: entry.name, jobId }, 'Could not read a changed run for the event streams.');
      // Listeners would show outdated runs: they must read everything again.
      this.announce(entry.name, 'reset', '{}');
    }
  }

  private announce(director: string, type: StreamEvent['type'], data: string): void {
    const event = this.memory.add(director, type, data, this.clock.now());
    for (const follower of this.followers) follower(event);
  }
}
