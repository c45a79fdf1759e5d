import { type RunCounts } from '../../domain/catalog.port.js';
import { type DirectorDescription } from '../../domain/director.port.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { type ClientStanding, type Contact, type HealthLook } from '../../domain/health.js';
import { everything } from '../../domain/scope.js';
import { standingsOf } from '../clients/client-standings.js';
import { directorWaitMs, type Outcome, within } from '../limit.js';

const dayMs = 86_400_000;
/** Calls to a Director end by limits of their own; a look that did not is not waited for any more. */
const lookLimitMs = 30_000;

/** What one look showed, and when. */
export interface Sight {
  readonly at: Date;
  readonly description: DirectorDescription;
  readonly look: HealthLook;
}

/** The last sight of a Director, and whether it answered this time. */
export interface Watched {
  readonly sight: Sight | null;
  readonly contact: Contact;
}

/**
 * Keeps the last sight of one Director, so that there is an answer while it hangs. Looks are shared: many pollers at once
 * ask the Director once.
 */
export class DirectorWatch {
  private last: Sight | null = null;
  private looking: { readonly sight: Promise<Sight>; readonly since: number } | null = null;

  constructor(
    private readonly entry: DirectorEntry,
    private readonly now: () => Date,
  ) {}

  async watch(): Promise<Watched> {
    const outcome = await within(directorWaitMs, this.look());
    if (outcome.state === 'answers') {
      return { sight: outcome.value, contact: { state: 'answers', silentForSeconds: 0, detail: '' } };
    }
    return { sight: this.last, contact: this.lostContact(outcome) };
  }

  private lostContact({ state, detail }: Exclude<Outcome<Sight>, { state: 'answers' }>): Contact {
    const silentForSeconds = this.last === null ? null : ageSeconds(this.last.at, this.now());
    return { state, silentForSeconds, detail };
  }

  private look(): Promise<Sight> {
    const isGivenUp = this.looking !== null && performance.now() - this.looking.since > lookLimitMs;
    if (this.looking === null || isGivenUp) {
      const look = { sight: this.see(), since: performance.now() };
      this.looking = look;
      const forget = (): void => {
        if (this.looking === look) this.looking = null;
      };
      look.sight.then(forget, forget);
    }
    return this.looking.sight;
  }

  private async see(): Promise<Sight> {
    const { director, catalog } = this.entry;
    const at = this.now();
    const [description, observations, clients, counts, backups] = await Promise.all([
      director.describe(everything),
      director.observe(everything),
      director.listClients(everything),
      catalog.countRuns(everything, new Date(at.getTime() - dayMs)),
      catalog.lastGoodBackups(everything),
    ]);
    const inUse = clients.filter(({ enabled }) => enabled);
    const standings = standingsOf(inUse, backups, at).map(({ client, status, ageSeconds: age, lastSuccessAt }) => {
      return { client: client.name, status, ageSeconds: age, hasBackup: lastSuccessAt !== null };
    });
    this.last = { at, description, look: { observations, counts, clients: standings } };
    return this.last;
  }
}

export function ageSeconds(at: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000));
}

const noRuns: RunCounts = { running: 0, waiting: 0, failed24h: 0, warning24h: 0, volumesInError: 0 };

/** Counts over these sights; those never seen count nothing. */
export function sumOfCounts(looks: readonly HealthLook[]): RunCounts {
  return looks.reduce<RunCounts>(
    (sum, { counts }) => ({
      running: sum.running + counts.running,
      waiting: sum.waiting + counts.waiting,
      failed24h: sum.failed24h + counts.failed24h,
      warning24h: sum.warning24h + counts.warning24h,
      volumesInError: sum.volumesInError + counts.volumesInError,
    }),
    noRuns,
  );
}

export function clientsOf(looks: readonly HealthLook[]): ClientStanding[] {
  return looks.flatMap(({ clients }) => clients);
}
