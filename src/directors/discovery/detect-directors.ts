import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  defaultConsolePort,
  type RemoteKind,
  type FoundCatalog,
  type FoundDirector,
} from '../../domain/director-settings.js';
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
const loopback = '127.0.0.1';

/** Where a configuration is, and the folders that could not be searched for it. */
interface SearchedFolders {
  readonly path: string | null;
  readonly closed: readonly string[];
}

/** Searches for Directors below `root`, `/` except in tests. Nothing is contacted and nothing changed. */
export function detectDirectors(root: string): readonly FoundDirector[] {
  return places.flatMap((place) => detectAt(place.kind, foundAt(root, place.consoles), foundAt(root, place.directors)));
}

/** The first that there is. One in a folder that may not be entered may be there: the folder is named. */
function foundAt(root: string, candidates: readonly string[]): SearchedFolders {
  const closed = new Set<string>();
  for (const path of candidates.map((candidate) => join(root, candidate))) {
    const state = stateOf(path);
    if (state === 'there') return { path, closed: [...closed] };
    if (state === 'closed') closed.add(closedFolderOf(path));
  }
  return { path: null, closed: [...closed] };
}

function stateOf(path: string): 'there' | 'absent' | 'closed' {
  try {
    statSync(path);
    return 'there';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['ENOENT', 'ENOTDIR'].includes(code) ? 'absent' : 'closed';
  }
}

/** The folder on a path that cannot be entered. */
function closedFolderOf(path: string): string {
  const parent = dirname(path);
  return parent === path || stateOf(parent) === 'there' ? parent : closedFolderOf(parent);
}

/** A console's file has its Director's address, the Director's own file has its catalog. */
function detectAt(kind: RemoteKind, consoles: SearchedFolders, own: SearchedFolders): FoundDirector[] {
  const [fromConsole, itself] = [readAt(consoles.path), readAt(own.path)];
  const unreadable = [...new Set([...consoles.closed, ...own.closed, ...fromConsole.unreadable, ...itself.unreadable])];
  const common = { kind, ...catalogIn(itself.resources), unreadable };
  const byConsole = directorsIn(fromConsole.resources).map((director) => ({
    ...director,
    source: consoles.path ?? '',
  }));
  const byItself = directorsIn(itself.resources).map((director) => ({ ...director, source: own.path ?? '' }));
  const found = byConsole.length > 0 ? byConsole : byItself;
  if (found.length > 0) return found.map((director) => ({ ...common, ...director }));
  if (unreadable.length === 0) return [];
  const source = own.path ?? consoles.path ?? unreadable[0] ?? '';
  return [{ ...common, name: kind, address: loopback, port: defaultConsolePort, source }];
}

function readAt(place: string | null): ReadConfiguration {
  return place === null ? { resources: [], unreadable: [] } : readConfiguration(place);
}

function directorsIn(resources: readonly ConfiguredResource[]): Pick<FoundDirector, 'name' | 'address' | 'port'>[] {
  return resources
    .filter(({ kind }) => kind === 'director')
    .map(({ directives }) => {
      const listened = listenedAt(directives);
      return {
        name: directives.get('name') ?? 'director',
        address: reachedAt(directives.get('address') ?? directives.get('diraddress') ?? listened.address),
        port: portOf(directives.get('dirport') ?? directives.get('port') ?? listened.port, defaultConsolePort),
      };
    });
}

/** The first of the addresses that a Director's own file lists, by family or not. */
function listenedAt(directives: ReadonlyMap<string, string>): {
  address?: string | undefined;
  port?: string | undefined;
} {
  for (const family of ['ip', 'ipv4', 'ipv6']) {
    const [address, port] = ['addr', 'port'].map((name) => directives.get(`diraddresses/${family}/${name}`));
    if (address !== undefined || port !== undefined) return { address, port };
  }
  return {};
}

/** A Director that listens everywhere is reached by loopback. */
function reachedAt(address: string | undefined): string {
  if (address === '::' || address === '[::]') return '::1';
  return address === undefined || address === '0.0.0.0' || address === '*' ? loopback : address;
}

/** Only PostgreSQL catalogs can be read; for others the driver is reported. Without a driver it is the default of the package. */
function catalogIn(resources: readonly ConfiguredResource[]): Pick<FoundDirector, 'catalog' | 'unsupportedCatalog'> {
  const catalogs = resources.filter(({ kind, directives }) => kind === 'catalog' && directives.has('dbname'));
  const readable = catalogs.find(({ directives }) => isPostgres(directives.get('dbdriver')));
  if (readable) return { catalog: catalogOf(readable), unsupportedCatalog: null };
  return { catalog: null, unsupportedCatalog: catalogs[0]?.directives.get('dbdriver') ?? null };
}

function catalogOf({ directives }: ConfiguredResource): FoundCatalog {
  const address = directives.get('dbaddress') ?? '';
  return {
    database: directives.get('dbname') ?? '',
    address: address === '' ? loopback : address,
    port: portOf(directives.get('dbport'), databasePort),
    user: directives.get('dbuser') ?? directives.get('user') ?? null,
  };
}

/** `dbi:postgresql` too. */
function isPostgres(driver: string | undefined): boolean {
  return driver === undefined || /^(?:dbi:)?(?:postgres|postgresql|pgsql)$/i.test(driver);
}

function portOf(text: string | undefined, fallback: number): number {
  const port = Number(text);
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : fallback;
}
