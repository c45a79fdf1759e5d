import { type DirectorObservation } from '../../domain/director.port.js';
import { AppError } from '../../domain/error-codes.js';
import { InFlightCalls } from '../../platform/in-flight-calls.js';
import { settleWithin } from '../../platform/timing.js';

/** A client or a storage that the Director can check. */
export interface Daemon {
  readonly component: 'client' | 'storage';
  readonly name: string;
}

/** The result of a check of a daemon. */
export interface DaemonStatus {
  readonly isUp: boolean;
  readonly version: string | null;
  /** The Director's words where it is down. */
  readonly words: string;
}

type Round = 'quick' | 'slow';

interface KnownDaemon {
  readonly daemon: Daemon;
  status: DaemonStatus | null;
  seenAt: number;
  /** How often in a row it was down. */
  failures: number;
  /** How long the last check took. */
  tookMs: number;
  isWanted: boolean;
  /** When the check in progress started; null: none. */
  requestedAt: number | null;
}

/** Minimum time that a result is used. */
const leastFreshMs = 1_000;
/**
 * Each check of a daemon that is down costs its Director a quarter of a minute and an error in its log, so the pauses between
 * checks double. A daemon that returns is noticed after as long as it was away, or after the longest pause.
 */
const firstPauseMs = 20_000;
const longestPauseMs = { client: 15 * 60_000, storage: 2 * 60_000 } as const;
/** Checks of daemons that are down take as long as the last ones did: one that took longer than this must not delay the others. */
const quickProbeMs = 2_000;
/** A daemon that has not answered its Director for this long is reported as not answering, though the Director still tries. */
const quietAfterMs = 900;

/**
 * The status of a Director's daemons. A Director waits a quarter of a minute for an unreachable one, so checks continue in the
 * background. Slow checks of daemons that are down run separately from the others, so that nothing waits for them. The quickest
 * come first: a daemon that returned does not wait for all that are away.
 */
export class DaemonMonitor {
  private readonly known = new Map<string, KnownDaemon>();
  private readonly rounds = new InFlightCalls<Round, void>();

  /** `check` asks the Director about one daemon; it may be slow. */
  constructor(
    private readonly check: (daemon: Daemon) => Promise<DaemonStatus>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /**
   * The status of these daemons; waits a moment for those that were up or are new and were not checked recently. `mayAsk` selects
   * those that the Director may be asked about.
   */
  async observe(
    daemons: readonly Daemon[],
    waitMs: number,
    mayAsk: (daemon: Daemon) => boolean = () => true,
  ): Promise<readonly DirectorObservation[]> {
    const all = daemons.map((daemon) => this.knownOf(daemon));
    const upFreshMs = this.upFreshMs();
    for (const known of all) if (mayAsk(known.daemon) && this.isDue(known, upFreshMs)) known.isWanted = true;
    void this.round('slow');
    const round = this.round('quick');
    if (!all.some((known) => roundOf(known) === 'quick' && this.isQuiet(known))) await settleWithin(round, waitMs);
    return all.map((known) => observationOf(known, this.isQuiet(known)));
  }

  versionOf(daemon: Daemon): string | null {
    return this.known.get(keyOf(daemon))?.status?.version ?? null;
  }

  /** A round of checks takes at most a fifth of the Director's time, for any number of daemons. */
  private upFreshMs(): number {
    const up = [...this.known.values()].filter((known) => roundOf(known) === 'quick');
    return Math.max(leastFreshMs, 5 * up.reduce((sum, { tookMs }) => sum + tookMs, 0));
  }

  private knownOf(daemon: Daemon): KnownDaemon {
    const found = this.known.get(keyOf(daemon));
    if (found) return found;
    const known: KnownDaemon = {
      daemon,
      status: null,
      seenAt: 0,
      failures: 0,
      tookMs: 0,
      isWanted: false,
      requestedAt: null,
    };
    this.known.set(keyOf(daemon), known);
    return known;
  }

  /** Checks the requested ones of one kind, one after the other, until none is left. */
  private round(sort: Round): Promise<void> {
    return this.rounds.share(sort, () => this.probeRequested(sort));
  }

  private async probeRequested(sort: Round): Promise<void> {
    for (let wanted = this.wanted(sort); wanted.length > 0; wanted = this.wanted(sort)) {
      for (const next of wanted) {
        next.isWanted = false;
        await this.probe(next);
      }
    }
  }

  /** All that were up, else the one that is down and took the least time. */
  private wanted(sort: Round): readonly KnownDaemon[] {
    const wanted = [...this.known.values()].filter((known) => known.isWanted && roundOf(known) === sort);
    const up = wanted.filter(({ status }) => status?.isUp !== false);
    return up.length > 0 ? up : wanted.sort((a, b) => a.tookMs - b.tookMs).slice(0, 1);
  }

  private async probe(known: KnownDaemon): Promise<void> {
    known.requestedAt = this.nowMs();
    try {
      known.status = await this.check(known.daemon);
      known.failures = known.status.isUp ? 0 : known.failures + 1;
      known.seenAt = this.nowMs();
      known.tookMs = known.seenAt - known.requestedAt;
    } catch (error) {
      // The Director could not be asked: that is a separate finding, and the daemon's last status stays.
      if (!(error instanceof AppError)) throw error;
    } finally {
      known.requestedAt = null;
    }
  }

  private isDue({ daemon, status, seenAt, failures, requestedAt }: KnownDaemon, upFreshMs: number): boolean {
    if (requestedAt !== null) return false;
    const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs[daemon.component]);
    return status === null || this.nowMs() - seenAt > (status.isUp ? upFreshMs : pauseMs);
  }

  private isQuiet({ requestedAt }: KnownDaemon): boolean {
    return requestedAt !== null && this.nowMs() - requestedAt > quietAfterMs;
  }
}

function keyOf({ component, name }: Daemon): string {
  return `${component}:${name}`;
}

function roundOf({ status, tookMs }: KnownDaemon): Round {
  return status?.isUp === false && tookMs > quickProbeMs ? 'slow' : 'quick';
}

function observationOf(known: KnownDaemon, isQuiet: boolean): DirectorObservation {
  const { daemon, status } = known;
  const { component, name } = daemon;
  const word = component === 'client' ? 'Client' : 'Storage';
  const words = status?.words ?? '';
  const about = { id: keyOf(daemon), component, params: { component, name, words }, value: null, unit: null };
  if (isQuiet || status?.isUp === false) {
    const hint = `Check that its service is running and reachable from the Director.${messagesOf(words)}`;
    const status = component === 'client' ? 'warn' : 'crit';
    const message = `${word} ${name} does not answer the Director.`;
    return { ...about, code: 'daemon.no_answer', status, message, hint };
  }
  if (status === null) {
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
