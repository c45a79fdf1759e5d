import { type LastGoodBackup, type RunCounts } from '../../domain/catalog.port.js';
import { type DirectorDescription, type DirectorObservation } from '../../domain/director.port.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { type ClientStanding, type Contacts, type HealthLook } from '../../domain/health.js';
import { type RecordStanding } from '../../domain/record-health.js';
import { everything } from '../../domain/scope.js';
import { type RecordCounts, type RecordedRuns } from '../../runs/record/recorded-runs.repository.js';
import { type ClientSightings, type SeenClient } from '../clients/client-sightings.service.js';
import { standingsOf } from '../clients/client-standings.js';
import { type Sight, type Watched, WatchedPart } from './watched-part.js';

const dayMs = 86_400_000;

interface DirectorSeen {
  readonly description: DirectorDescription;
  readonly observations: readonly DirectorObservation[];
  readonly clients: readonly SeenClient[];
}

interface CatalogSeen {
  readonly counts: RunCounts;
  readonly backups: readonly LastGoodBackup[];
}

interface RecordSeen {
  readonly standing: RecordStanding;
  readonly counts: RecordCounts;
}

interface WatchParts {
  readonly sightings: ClientSightings;
  readonly runs: RecordedRuns;
}

/** What is known of a Director and its catalog, and whether each answered this time. */
export interface WatchedDirector {
  readonly description: DirectorDescription | null;
  readonly look: HealthLook;
  readonly contacts: Contacts;
  /** When what is shown of the two was seen; null: never. */
  readonly directorAt: Date | null;
  readonly catalogAt: Date | null;
}

/** Watches a Director and its catalog apart from each other, for either can be away while the other is well. */
export class DirectorWatch {
  private readonly director: WatchedPart<DirectorSeen>;
  private readonly catalog: WatchedPart<CatalogSeen>;
  private readonly record: WatchedPart<RecordSeen>;

  constructor(
    entry: DirectorEntry,
    { sightings, runs }: WatchParts,
    private readonly now: () => Date,
  ) {
    this.director = new WatchedPart(() => seeDirector(entry, sightings), now);
    this.catalog = new WatchedPart(() => seeCatalog(entry, now()), now);
    this.record = new WatchedPart(() => seeRecord(entry, runs, now()), now);
  }

  async watch(): Promise<WatchedDirector> {
    const [director, catalog, record] = await Promise.all([
      this.director.watch(),
      this.catalog.watch(),
      this.record.watch(),
    ]);
    const { description, observations } = director.sight?.seen ?? { description: null, observations: [] };
    const { counts, standing } = recordOf(catalog, record.sight?.seen ?? null);
    const clients = standings(director.sight, catalog.sight, this.now());
    return {
      description,
      look: { observations, counts, clients, record: standing },
      contacts: { director: director.contact, catalog: catalog.contact },
      directorAt: director.sight?.at ?? null,
      catalogAt: catalog.sight?.at ?? null,
    };
  }
}

async function seeDirector({ director }: DirectorEntry, sightings: ClientSightings): Promise<DirectorSeen> {
  const [description, observations, clients] = await Promise.all([
    director.describe(everything),
    director.observe(everything),
    director.listClients(everything),
  ]);
  return { description, observations, clients: await sightings.seen(clients) };
}

async function seeCatalog({ catalog }: DirectorEntry, at: Date): Promise<CatalogSeen> {
  const [counts, backups] = await Promise.all([
    catalog.countRuns(everything, new Date(at.getTime() - dayMs)),
    catalog.lastGoodBackups(everything),
  ]);
  return { counts, backups };
}

async function seeRecord({ name }: DirectorEntry, runs: RecordedRuns, at: Date): Promise<RecordSeen> {
  const since = new Date(at.getTime() - dayMs);
  const [standing, counts] = await Promise.all([runs.standing(name), runs.counts(name, since)]);
  return { standing, counts };
}

/** While the catalog is away, the record has newer counts of runs than what was last seen of it. */
function recordOf(
  { sight, contact }: Watched<CatalogSeen>,
  record: RecordSeen | null,
): { readonly counts: RunCounts | null; readonly standing: RecordStanding | null } {
  const counts = sight?.seen.counts ?? null;
  const standing = record?.standing ?? null;
  if (contact.state === 'answers' || record === null || record.standing.lagSeconds === null)
    return { counts, standing };
  return { counts: { volumesInError: counts?.volumesInError ?? 0, ...record.counts }, standing };
}

/** Nothing is said of clients before both were seen: without its backups every client would look silent. */
function standings(
  director: Sight<DirectorSeen> | null,
  catalog: Sight<CatalogSeen> | null,
  now: Date,
): readonly ClientStanding[] | null {
  if (director === null || catalog === null) return null;
  const inUse = director.seen.clients.filter(({ enabled }) => enabled);
  return standingsOf(inUse, catalog.seen.backups, now).map(({ client, status, ageSeconds, lastSuccessAt }) => {
    return { client: client.name, status, ageSeconds, hasBackup: lastSuccessAt !== null };
  });
}

const noRuns: RunCounts = { running: 0, waiting: 0, failed24h: 0, warning24h: 0, volumesInError: 0 };

/** Counts over these looks; a catalog never seen counts nothing. */
export function sumOfCounts(looks: readonly HealthLook[]): RunCounts {
  const known = looks.map(({ counts }) => counts).filter((counts) => counts !== null);
  return known.reduce(
    (sum, counts) => ({
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
  return looks.flatMap(({ clients }) => clients ?? []);
}
