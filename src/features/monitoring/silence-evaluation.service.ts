import { Injectable } from '@nestjs/common';
import { type LastGoodBackup } from '../../domain/run-reader.port.js';
import { Clock } from '../../domain/clock.js';
import { decideSilence, nextPoll, type SilenceThresholds, thresholdsInForce } from '../../domain/silence.js';
import { RunsRepository } from '../runs/store/runs.repository.js';
import { type ClientChoice, ClientSilencesRepository, type NextEvaluation } from './client-silences.repository.js';
import { factsOf, type MonitoredClientState } from './monitored-client-state.js';
import { OverdueEvaluation, isBehind } from './overdue-evaluation.service.js';
import { SilenceRoundsRepository } from './silence-evaluation-runs.repository.js';
import { type DecidedClient, SilenceStates } from './silence-states.service.js';
import { ThresholdsRepository } from './thresholds.repository.js';

/** Available only in the evaluation of the minute. */
export interface EvaluationInput {
  /** The Director's current clients, and whether each is enabled; null: it did not list them. */
  readonly listed: ReadonlyMap<string, boolean> | null;
  /** Read if there are clients that were only seen so far: the run store may not have their history yet. */
  readonly lastGoodBackups: () => Promise<readonly LastGoodBackup[] | null>;
}

/** Evaluates clients of one Director from the stored data, and stores and reports the changes. */
@Injectable()
export class SilenceEvaluation {
  constructor(
    private readonly silences: ClientSilencesRepository,
    private readonly thresholds: ThresholdsRepository,
    private readonly rounds: SilenceRoundsRepository,
    private readonly runs: RunsRepository,
    private readonly states: SilenceStates,
    private readonly overdue: OverdueEvaluation,
    private readonly clock: Clock,
  ) {}

  /** Clients that were only seen so far are decided in the evaluation of the minute only. */
  async evaluate(choice: ClientChoice, input?: EvaluationInput): Promise<void> {
    const { director } = choice;
    // Read before the runs: runs that are stored afterwards must not make older ones appear current.
    const isRecordBehind = isBehind(await this.runs.syncStatus(director));
    const known = await this.silences.known(choice);
    // Read after the clients: older thresholds would give wrong due times.
    const global = await this.thresholds.global();
    const directorReachable = input
      ? input.listed !== null
      : ((await this.rounds.find(director))?.directorReachable ?? true);
    const now = this.clock.now();
    const gone = known.filter(({ client }) => input?.listed?.has(client) === false);
    const present = gone.length > 0 ? known.filter((one) => !gone.includes(one)) : known;
    const ready = await withSeeds(present, input);
    const decided = ready.map((one) => decidedOf(one, global, now, isRecordBehind));
    const surroundings = { directorReachable, now };
    await this.states.remove(director, gone, surroundings);
    await this.states.replace(director, decided.filter(isDifferent), surroundings);
    const moved = decided.filter((one) => !isDifferent(one) && isDueOtherwise(one));
    await this.silences.keepDue(director, moved.map(evaluationOf));
    // The evaluation of the minute evaluates the jobs itself, with the Director's current list.
    if (!input) await this.overdue.evaluate(choice);
  }

  /** For a Director that is gone itself. */
  async removeAll(director: string): Promise<void> {
    await this.overdue.removeAll(director);
    const known = await this.silences.known({ director });
    await this.states.remove(director, known, { directorReachable: false, now: this.clock.now() });
    await this.rounds.forget(director);
  }
}

/** Those that can be decided on: a client that was only seen so far needs its history from the catalog first. */
async function withSeeds(
  known: readonly MonitoredClientState[],
  input?: EvaluationInput,
): Promise<readonly MonitoredClientState[]> {
  if (known.every(({ isEvaluated }) => isEvaluated)) return known;
  const backups = input ? await input.lastGoodBackups() : null;
  if (backups === null) return known.filter(({ isEvaluated }) => isEvaluated);
  const ends = new Map(backups.map(({ client, endedAt }) => [client, endedAt]));
  return known.map((one) => {
    const seed = one.isEvaluated ? undefined : ends.get(one.client);
    return seed === undefined ? one : { ...one, state: { ...one.state, lastSuccessAt: seed } };
  });
}

function decidedOf(
  known: MonitoredClientState,
  global: SilenceThresholds,
  now: Date,
  isRecordBehind: boolean,
): DecidedClient {
  const thresholds = thresholdsInForce(global, known.own, known.intervalSeconds);
  const facts = factsOf(known, thresholds, now, isRecordBehind);
  const decision = decideSilence(known.state, facts, now);
  return { known, decision, dueAt: nextPoll(decision.state, facts, now) };
}

function isDueOtherwise({ known, dueAt }: DecidedClient): boolean {
  return (dueAt?.getTime() ?? null) !== known.dueAtMs;
}

function evaluationOf({ known: { client, revision }, dueAt }: DecidedClient): NextEvaluation {
  return { client, revision, dueAt };
}

function isDifferent({ known, decision: { state, change } }: DecidedClient): boolean {
  const before = known.state;
  return (
    !known.isEvaluated ||
    change !== null ||
    state.lastSuccessAt?.getTime() !== before.lastSuccessAt?.getTime() ||
    state.thresholds.warnSeconds !== before.thresholds.warnSeconds ||
    state.thresholds.critSeconds !== before.thresholds.critSeconds
  );
}
