import { Inject, Injectable } from '@nestjs/common';
import { changeOfRemoved, type SilenceDecision } from '../../domain/silence.js';
import { EventRecorder } from '../events/event-recorder.js';
import { type Settings } from '../../config/settings.js';
import { SETTINGS } from '../../config/settings.module.js';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work.js';
import { ClientSilencesRepository, type NextState } from './client-silences.repository.js';
import { type MonitoredClientState } from './monitored-client-state.js';
import { type ChangedClient, type EventSurroundings, silenceEvent } from './silence-events.js';

export interface DecidedClient {
  readonly known: MonitoredClientState;
  readonly decision: SilenceDecision;
  readonly dueAt: Date | null;
}

export type EvaluationContext = Omit<EventSurroundings, 'baseUrl'>;

/** Clients per transaction: a Director whose clients all become silent is reported in a few transactions. */
const clientsPerBatch = 200;

/** Puts new states in the place of those they were decided from, each with its event in the same transaction. */
@Injectable()
export class SilenceStates {
  constructor(
    private readonly silences: ClientSilencesRepository,
    private readonly events: EventRecorder,
    private readonly unitOfWork: UnitOfWork,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** What another process decided meanwhile stays; all clients are of the one Director. */
  async replace(director: string, decided: readonly DecidedClient[], surroundings: EvaluationContext): Promise<void> {
    for (const batch of batchesOf(decided)) {
      const lost: string[] = [];
      await this.unitOfWork.run(async (transaction) => {
        const states = batch.map((one) => nextState(one, surroundings.now));
        const revisions = await this.silences.replace(transaction, director, states);
        for (const { known, decision } of batch) {
          const revision = revisions.get(known.client);
          const { state, change } = decision;
          if (revision === undefined) lost.push(known.client);
          if (revision === undefined || change === null) continue;
          const { client, isEnabled } = known;
          await this.notifyChange(transaction, { director, client, state, change, revision, isEnabled }, surroundings);
        }
      });
      await this.silences.reschedule(director, lost);
    }
  }

  /** Deletes clients that no longer exist; if their silence was reported, its end is reported. */
  async remove(
    director: string,
    gone: readonly MonitoredClientState[],
    surroundings: EvaluationContext,
  ): Promise<void> {
    for (const batch of batchesOf(gone)) {
      await this.unitOfWork.run(async (transaction) => {
        for (const known of batch) {
          if (!(await this.silences.forget(transaction, director, known))) continue;
          const change = changeOfRemoved(known.state);
          if (change === null) continue;
          const { client, state, revision, isEnabled } = known;
          await this.notifyChange(transaction, { director, client, state, change, revision, isEnabled }, surroundings);
        }
      });
    }
  }

  private async notifyChange(
    transaction: Transaction,
    changed: ChangedClient,
    surroundings: EvaluationContext,
  ): Promise<void> {
    const { baseUrl } = this.settings;
    await this.events.record(transaction, silenceEvent(changed, { ...surroundings, baseUrl }));
  }
}

function nextState({ known, decision, dueAt }: DecidedClient, now: Date): NextState {
  const { client, revision } = known;
  const { state, change } = decision;
  const { since, cause } = change ? { since: now, cause: change.cause } : known;
  return { client, revision, state, since, cause, dueAt };
}

function batchesOf<T>(rows: readonly T[]): (readonly T[])[] {
  const batches: (readonly T[])[] = [];
  for (let from = 0; from < rows.length; from += clientsPerBatch)
    batches.push(rows.slice(from, from + clientsPerBatch));
  return batches;
}
