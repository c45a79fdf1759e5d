import { type LastGoodBackup, type RunCounts } from '../../domain/catalog.port.js';
import { type DirectorDescription, type DirectorObservation } from '../../domain/director.port.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { type ClientStanding, type Contacts, type HealthLook } from '../../domain/health.js';
import { everything } from '../../domain/scope.js';
import { type ClientSightings, type SeenClient } from '../clients/client-sightings.service.js';
import { standingsOf } from '../clients/client-standings.js';
import { type Sight, WatchedPart } from './watched-part.js';

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

  constructor(
    entry: DirectorEntry,
    sightings: ClientSightings,
    private readonly now: () => Date,
  ) {
    this.director = new WatchedPart(() => seeDirector(entry, sightings), now);
    this.catalog = new WatchedPart(() => seeCatalog(entry, now()), now);
  }

  async watch(): Promise<WatchedDirector> {
    const [director, catalog] = await Promise.all([this.director.watch(), this.catalog.watch()]);
    const { description, observations } = director.sight?.seen ?? { description: null, observations: [] };
    const { counts } = catalog.sight?.seen ?? { counts: null };
    const clients = standings(director.sight, catalog.sight, this.now());
    return {
      description,
      look: { observations, counts, clients },
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
