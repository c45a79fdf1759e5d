import { type DirectorObservation } from '../../../domain/director.port.js';
import { Refusal } from '../../../domain/refusals.js';

/** A client or a storage that the Director is asked to look at. */
export interface Daemon {
  readonly component: 'client' | 'storage';
  readonly name: string;
}

/** What a look at a daemon showed. */
export interface DaemonSight {
  readonly isUp: boolean;
  readonly version: string | null;
  /** The Director's words where it is down. */
  readonly words: string;
}

interface Known {
  sight: DaemonSight | null;
  seenAt: number;
  /** When the look began that has not ended; null: none. */
  askedAt: number | null;
}

const freshForMs = 10_000;
/** A daemon that has not answered its Director for so long is told as not answering, though the Director still tries. */
const quietAfterMs = 1_000;

/**
 * What is known of the daemons that a Director works with. The Director itself waits for a dead one for a quarter of a minute, so looks
 * go on behind the answers: nobody waits for them longer than a moment.
 */
export class DaemonWatch {
  private readonly known = new Map<string, Known>();
  private queue: Promise<void> = Promise.resolve();

  /** `look` asks the Director about one daemon; it may take long. */
  constructor(private readonly look: (daemon: Daemon) => Promise<DaemonSight>) {}

  /** What is known of these daemons, after a moment for those that were not looked at lately. */
  async observe(daemons: readonly Daemon[], waitMs: number): Promise<readonly DirectorObservation[]> {
    const looks = daemons.map((daemon) => this.refresh(daemon));
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, waitMs)));
    await Promise.race([Promise.allSettled(looks), enough]);
    clearTimeout(timer);
    return daemons.map((daemon) => observationOf(daemon, this.known.get(keyOf(daemon))));
  }

  versionOf(daemon: Daemon): string | null {
    return this.known.get(keyOf(daemon))?.sight?.version ?? null;
  }

  /** One look after the other, for there is one connection for what may take long. */
  private refresh(daemon: Daemon): Promise<void> {
    const known = this.known.get(keyOf(daemon)) ?? { sight: null, seenAt: 0, askedAt: null };
    this.known.set(keyOf(daemon), known);
    if (known.askedAt !== null) return this.queue;
    if (known.sight?.isUp === true && performance.now() - known.seenAt < freshForMs) return Promise.resolve();
    known.askedAt = Number.POSITIVE_INFINITY;
    this.queue = this.queue.then(() => this.lookAt(daemon, known));
    return this.queue;
  }

  private async lookAt(daemon: Daemon, known: Known): Promise<void> {
    known.askedAt = performance.now();
    try {
      known.sight = await this.look(daemon);
      known.seenAt = performance.now();
    } catch (error) {
      // The Director could not be asked: that is told as its own finding, and what was known of the daemon stays.
      if (!(error instanceof Refusal)) throw error;
    } finally {
      known.askedAt = null;
    }
  }
}

function keyOf({ component, name }: Daemon): string {
  return `${component}:${name}`;
}

function observationOf(daemon: Daemon, known: Known | undefined): DirectorObservation {
  const { component, name } = daemon;
  const word = component === 'client' ? 'Client' : 'Storage';
  const about = { id: keyOf(daemon), component, value: null, unit: null };
  const isQuiet = known?.askedAt != null && performance.now() - known.askedAt > quietAfterMs;
  const sight = known?.sight ?? null;
  if (isQuiet || sight?.isUp === false) {
    const status = component === 'client' ? 'warn' : 'crit';
    const hint = `Look whether its service runs and can be reached from the Director.${sight?.words ? ` The Director says: ${sight.words}` : ''}`;
    return { ...about, status, message: `${word} ${name} does not answer the Director.`, hint };
  }
  if (sight === null) return { ...about, status: 'ok', message: `${word} ${name} has not been looked at yet.`, hint: null };
  return { ...about, status: 'ok', message: `${word} ${name} answers the Director.`, hint: null };
}
