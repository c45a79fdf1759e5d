import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defaultConsolePort, type RemoteKind } from '../../../domain/director-settings.js';
import { type FoundCatalog, type FoundDirector } from '../../../domain/found-director.js';
import { type ConfiguredResource } from './configuration-text.js';
import { type ReadConfiguration, readConfiguration } from './configuration-files.js';

interface Place {
  readonly kind: RemoteKind;
  readonly consoles: readonly string[];
  readonly directors: readonly string[];
}

/** Where the packages of distributions and of the projects put configurations, below the root of the file system. */
const places: readonly Place[] = [
  {
    kind: 'bacula',
    consoles: ['etc/bacula/bconsole.conf', 'opt/bacula/etc/bconsole.conf', 'usr/local/etc/bacula/bconsole.conf'],
    directors: ['etc/bacula/bacula-dir.conf', 'opt/bacula/etc/bacula-dir.conf', 'usr/local/etc/bacula/bacula-dir.conf'],
  },
  {
    kind: 'bareos',
    consoles: ['etc/bareos/bconsole.conf', 'etc/bareos/bconsole.d', 'usr/local/etc/bareos/bconsole.conf'],
    directors: ['etc/bareos/bareos-dir.d', 'etc/bareos/bareos-dir.conf', 'usr/local/etc/bareos/bareos-dir.d'],
  },
];

const databasePort = 5432;

/** Looks for Directors below `root`, `/` but for tests. Nothing is contacted and nothing changed. */
export function detectDirectors(root: string): readonly FoundDirector[] {
  return places.flatMap((place) => {
    const own = foundAt(root, place.directors);
    const consoles = foundAt(root, place.consoles);
    return (consoles ?? own) === null ? [] : detectAt(place.kind, consoles, own);
  });
}

function foundAt(root: string, candidates: readonly string[]): string | null {
  return candidates.map((candidate) => join(root, candidate)).find((path) => existsSync(path)) ?? null;
}

/** A console's file tells where its Director is reached, the Director's own what its catalog is. */
function detectAt(kind: RemoteKind, consoles: string | null, own: string | null): FoundDirector[] {
  const [told, itself] = [readAt(consoles), readAt(own)];
  const common = { kind, catalog: catalogIn(itself.resources), unreadable: [...told.unreadable, ...itself.unreadable] };
  const byConsole = directorsIn(told.resources).map((director) => ({ ...director, source: consoles ?? '' }));
  const byItself = directorsIn(itself.resources).map((director) => ({ ...director, source: own ?? '' }));
  const found = byConsole.length > 0 ? byConsole : byItself;
  if (found.length > 0) return found.map((director) => ({ ...common, ...director }));
  return common.unreadable.length === 0 ? [] : [unread(kind, own ?? consoles ?? '', common.unreadable)];
}

function readAt(place: string | null): ReadConfiguration {
  return place === null ? { resources: [], unreadable: [] } : readConfiguration(place);
}

function directorsIn(resources: readonly ConfiguredResource[]): Pick<FoundDirector, 'name' | 'address' | 'port'>[] {
  return resources
    .filter(({ kind }) => kind === 'director')
    .map(({ directives }) => ({
      name: directives.get('name') ?? 'director',
      address: directives.get('address') ?? directives.get('diraddress') ?? '127.0.0.1',
      port: portOf(directives.get('dirport') ?? directives.get('port'), defaultConsolePort),
    }));
}

function catalogIn(resources: readonly ConfiguredResource[]): FoundCatalog | null {
  const directives = resources.find(({ kind }) => kind === 'catalog')?.directives;
  const database = directives?.get('dbname');
  if (!directives || database === undefined) return null;
  const address = directives.get('dbaddress') ?? '';
  return {
    database,
    address: address === '' ? '127.0.0.1' : address,
    port: portOf(directives.get('dbport'), databasePort),
    user: directives.get('dbuser') ?? null,
  };
}

function portOf(text: string | undefined, fallback: number): number {
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : fallback;
}

function unread(kind: RemoteKind, source: string, unreadable: readonly string[]): FoundDirector {
  return { kind, name: kind, address: '127.0.0.1', port: defaultConsolePort, source, catalog: null, unreadable };
}
