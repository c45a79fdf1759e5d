import { type Report, quantile } from '../figures.js';

/** One question to one who answers it; resolves when the answer is there whole. */
export type Ask = () => Promise<{ readonly rows: number }>;

export interface Contender {
  /** Who answers: `http` and `database` are ours. */
  readonly who: string;
  readonly asks: readonly Ask[];
  /** Times that each question is measured. */
  readonly rounds: number;
  /** Answers to each question before that, which are not counted; two where nothing is said. */
  readonly warmUps?: number;
}

export interface Timing {
  readonly part: string;
  readonly who: string;
  readonly samples: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Of all questions, each once. */
  readonly rows: number;
  /** Questions that the limit ended; each counts once, with the whole of it, and is not asked again. */
  readonly timeouts: number;
}

const usualWarmUps = 2;
/** A peer's statement may take so long. */
export const peerLimitMs = 60_000;

/** Everything that was measured: printed as it comes, looked up for ratios, written at the end. */
export class Timings {
  private readonly all: Timing[] = [];

  /** Aims are held at full size only. */
  constructor(
    private readonly report: Report,
    private readonly hasAims: boolean,
  ) {}

  /** Lets the contenders take turns round by round. */
  async measure(part: string, contenders: readonly Contender[]): Promise<void> {
    process.stdout.write(`  ${part} …\n`);
    const takings = contenders.map((contender) => new Taking(part, contender));
    const rounds = Math.max(...takings.map((taking) => taking.rounds));
    for (let round = 0; round < rounds; round += 1) {
      for (const taking of takings) await taking.round(round);
    }
    for (const taking of takings) this.keep(taking.timing());
  }

  find(part: string, who: string): Timing | null {
    return this.all.find((timing) => timing.part === part && timing.who === who) ?? null;
  }

  /** How many times longer the peer takes at p50. */
  faster(part: string, who: string, peer: string, atLeast?: number): void {
    const [ours, theirs] = [this.find(part, who), this.find(part, peer)];
    if (!ours || !theirs) return;
    const aim = atLeast === undefined || !this.hasAims ? {} : { aim: { atLeast } };
    this.report.add({
      name: `${part}_${who}_faster_than_${peer}`,
      value: theirs.p50 / ours.p50,
      unit: 'ratio',
      ...aim,
    });
  }

  within(part: string, who: string, quantileName: 'p95' | 'p99', atMost: number): void {
    const timing = this.find(part, who);
    if (!timing) return;
    const aim = this.hasAims ? { aim: { atMost } } : {};
    this.report.add({ name: `${part}_${who}_${quantileName}`, value: timing[quantileName], unit: 'ms', ...aim });
  }

  /** What answers with other rows answers another question, and its time would say nothing. */
  sameRows(part: string, who: string, other: string): void {
    const [one, another] = [this.find(part, who), this.find(part, other)];
    if (one && another && one.rows !== another.rows) {
      throw new Error(`${part}: ${who} has ${one.rows} rows, ${other} ${another.rows}.`);
    }
  }

  get whole(): readonly Timing[] {
    return this.all;
  }

  private keep(timing: Timing): void {
    this.all.push(timing);
    const figures = (['p50', 'p95', 'p99', 'max'] as const).map((name) => `${name} ${timing[name].toFixed(2)}`);
    const timeouts = timing.timeouts > 0 ? ` timeouts ${timing.timeouts}` : '';
    process.stdout.write(`  ${timing.part} ${timing.who}: ${figures.join(' ')} ms, rows ${timing.rows}${timeouts}\n`);
  }
}

/** What one contender took. */
class Taking {
  private readonly taken: number[] = [];
  private readonly ended = new Set<Ask>();
  private rows = 0;
  private timeouts = 0;

  constructor(
    private readonly part: string,
    private readonly contender: Contender,
  ) {}

  /** Those that are not counted, and those that are. */
  get rounds(): number {
    return this.warmUps + this.contender.rounds;
  }

  async round(round: number): Promise<void> {
    if (round >= this.rounds) return;
    for (const ask of this.contender.asks) {
      if (this.ended.has(ask)) continue;
      const startedMs = performance.now();
      const answer = await ask().catch(unlessTooSlow);
      const tookMs = performance.now() - startedMs;
      if (round === 0) this.rows += answer?.rows ?? 0;
      if (round >= this.warmUps || answer === null) this.taken.push(tookMs);
      if (answer !== null) continue;
      // It would take as long again each time, and say no more.
      this.timeouts += 1;
      this.ended.add(ask);
    }
  }

  private get warmUps(): number {
    return this.contender.warmUps ?? usualWarmUps;
  }

  timing(): Timing {
    const { part, taken, rows, timeouts } = this;
    const [p50 = NaN, p95 = NaN, p99 = NaN, max = NaN] = [0.5, 0.95, 0.99, 1].map((share) => quantile(taken, share));
    return { part, who: this.contender.who, samples: taken.length, p50, p95, p99, max, rows, timeouts };
  }
}

/** PostgreSQL ends a statement at its limit with this code. */
function unlessTooSlow(error: unknown): null {
  if (typeof error === 'object' && error !== null && 'code' in error && error.code === '57014') return null;
  throw error;
}
