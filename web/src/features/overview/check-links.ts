import { type Check } from './selected-directors';
import { clientPath, type Search } from './links';

export interface Place {
  readonly path: string;
  readonly search?: Search;
}

const directors: Place = { path: '/administration/directors' };
const silent: Place = { path: '/clients', search: { status: 'warn,crit' } };

/** Where one looks into a check of this id. */
const places: Readonly<Record<string, Place>> = {
  'clients.silence': silent,
  'jobs.protection': { path: '/jobs', search: { protection: 'warn,crit,never' } },
  'silence.evaluated': { path: '/clients' },
  'runs.failed': { path: '/runs', search: { status: 'error' } },
  'runs.outliers': { path: '/statistics' },
  'record.lost': { path: '/runs', search: { status: 'error' } },
  'director.timezone': directors,
  'director.clock': directors,
  'director.commands': directors,
  'backups.verified': { path: '/runs', search: { type: 'Verify' } },
  'volumes.error': { path: '/storage/volumes', search: { status: 'Error' } },
};

const placeOfComponent: Readonly<Record<string, Place>> = {
  client: { path: '/clients' },
  job: { path: '/jobs' },
  storage: { path: '/storage' },
  configuration: { path: '/jobs' },
};

/** The page that shows what a check found. */
export function placeOf({ id, component }: Check): Place {
  if (id.startsWith('client:')) return { path: clientPath(id.slice('client:'.length)) };
  return places[id] ?? placeOfComponent[component] ?? directors;
}
