import { type DirectorObservation } from '../../domain/director.port.js';
import { AppError } from '../../domain/error-codes.js';
import { InFlightCalls } from '../../platform/in-flight-calls.js';
import { settleWithin } from '../../platform/timing.js';

/** A client or a storage that the Director is asked to look at. */
export interface Daemon {
  readonly component: 'client' | 'storage';
  readonly name: string;
}

/** What a look at a daemon showed. */
export interface DaemonStatus {
  readonly isUp: boolean;
  readonly version: string | null;
  /** The Director's words where it is down. */
  readonly words: string;
}

type Round = 'quick' | 'slow';

interface Known {
  readonly daemon: Daemon;
  sight: DaemonStatus | null;
  seenAt: number;
  /** How often in a row it was down. */
  failures: number;
  /** How long the last look took. */
  tookMs: number;
  isWanted: boolean;
  /** When the look began that has not ended; null: none. */
  askedAt: number | null;
}

/** So long a sight serves at least. */
const leastFreshMs = 1_000;
/**
 * Each look at a daemon that is down costs its Director a quarter of a minute and an error in its log, so the pauses between
 * looks double. A daemon that comes back is seen after another time as long as it was away, or after the longest pause.
 */
const firstPauseMs = 20_000;
const longestPauseMs = { client: 15 * 60_000, storage: 2 * 60_000 } as const;
/** Looks at daemons that are down take as long as the last ones did: one that took longer than this must not delay the others. */
const quickLookMs = 2_000;
/** A daemon that has not answered its Director for so long is told as not answering, though the Director still tries. */
const quietAfterMs = 900;

/**
 * What is known of the daemons that a Director works with. A Director waits for a dead one for a quarter of a minute, so looks go on
 * behind the answers, and those at daemons that are down and took long go on apart from the others: nobody waits for the dead.
 * The quickest come first: a daemon that came back does not wait for all that are away.
 */
export class DaemonMonitor {
  private readonly known = new Map<string, Known>();
  private readonly rounds = new InFlightCalls<Round, void>();

  /** `look` asks the Director about one daemon; it may take long. */
  constructor(
    private readonly look: (daemon: Daemon) => Promise<DaemonStatus>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /**
   * What is known of these daemons, after a moment for those that were up or are new and were not looked at lately.
   * `asks` tells at which of them the Director may be asked to look.
   */
  async observe(
    daemons: readonly Daemon[],
    waitMs: number,
    asks: (daemon: Daemon) => boolean = () => true,
  ): Promise<readonly DirectorObservation[]> {
    const all = daemons.map((daemon) => this.knownOf(daemon));
    const upFreshMs = this.upFreshMs();
    for (const known of all) if (asks(known.daemon) && this.isDue(known, upFreshMs)) known.isWanted = true;
    void this.round('slow');
    const round = this.round('quick');
    if (!all.some((known) => roundOf(known) === 'quick' && this.isQuiet(known))) await settleWithin(round, waitMs);
    return all.map((known) => observationOf(known, this.isQuiet(known)));
  }

  versionOf(daemon: Daemon): string | null {
    return this.known.get(keyOf(daemon))?.sight?.version ?? null;
  }

  /** A round of looks takes a fifth of the Director's time for them at most, however many daemons it has. */
  private upFreshMs(): number {
    const up = [...this.known.values()].filter((known) => roundOf(known) === 'quick');
    return Math.max(leastFreshMs, 5 * up.reduce((sum, { tookMs }) => sum + tookMs, 0));
  }

  private knownOf(daemon: Daemon): Known {
    const found = this.known.get(keyOf(daemon));
    if (found) return found;
    const known: Known = { daemon, sight: null, seenAt: 0, failures: 0, tookMs: 0, isWanted: false, askedAt: null };
    this.known.set(keyOf(daemon), known);
    return known;
  }

  /** Looks at the wanted ones of one sort, one after the other, until none is left. */
  private round(sort: Round): Promise<void> {
    return this.rounds.share(sort, () => this.lookAtWanted(sort));
  }

  private async lookAtWanted(sort: Round): Promise<void> {
    for (let wanted = this.wanted(sort); wanted.length > 0; wanted = this.wanted(sort)) {
      for (const next of wanted) {
        next.isWanted = false;
        await this.lookAt(next);
      }
    }
  }

  /** All that were up, else the one that is down and took the least time. */
  private wanted(sort: Round): readonly Known[] {
    const wanted = [...this.known.values()].filter((known) => known.isWanted && roundOf(known) === sort);
    const up = wanted.filter(({ sight }) => sight?.isUp !== false);
    return up.length > 0 ? up : wanted.sort((a, b) => a.tookMs - b.tookMs).slice(0, 1);
  }

  private async lookAt(known: Known): Promise<void> {
    known.askedAt = this.nowMs();
    try {
      known.sight = await this.look(known.daemon);
      known.failures = known.sight.isUp ? 0 : known.failures + 1;
      known.seenAt = this.nowMs();
      known.tookMs = known.seenAt - known.askedAt;
    } catch (error) {
      // The Director could not be asked: that is a finding of its own, and what was known of the daemon stays.
      if (!(error instanceof AppError)) throw error;
    } finally {
      known.askedAt = null;
    }
  }

  private isDue({ daemon, sight, seenAt, failures, askedAt }: Known, upFreshMs: number): boolean {
    if (askedAt !== null) return false;
    const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs[daemon.component]);
    return sight === null || this.nowMs() - seenAt > (sight.isUp ? upFreshMs : pauseMs);
  }

  private isQuiet({ askedAt }: Known): boolean {
    return askedAt !== null && this.nowMs() - askedAt > quietAfterMs;
  }
}

function keyOf({ component, name }: Daemon): string {
  return `${component}:${name}`;
}

function roundOf({ sight, tookMs }: Known): Round {
  return sight?.isUp === false && tookMs > quickLookMs ? 'slow' : 'quick';
}

function observationOf(known: Known, isQuiet: boolean): DirectorObservation {
  const { daemon, sight } = known;
  const { component, name } = daemon;
  const word = component === 'client' ? 'Client' : 'Storage';
  const words = sight?.words ?? '';
  const about = { id: keyOf(daemon), component, params: { component, name, words }, value: null, unit: null };
  if (isQuiet || sight?.isUp === false) {
    const hint = `Check that its service is running and reachable from the Director.${messagesOf(words)}`;
    const status = component === 'client' ? 'warn' : 'crit';
    const message = `${word} ${name} does not answer the Director.`;
    return { ...about, code: 'daemon.no_answer', status, message, hint };
  }
  if (sight === null) {
    const message = `${word} ${name} has not been checked yet.`;
    return { ...about, code: 'daemon.not_seen', status: 'unknown', message, hint: null };
  }
  return {
    ...about,
    code: 'daemon.answers',
    status: 'ok',
    message: `${word} ${name} answers the Director.`,
    hint: null,
  };
}

function messagesOf(words: string): string {
  return words === '' ? '' : ` The Director reports: ${words}`;
}
