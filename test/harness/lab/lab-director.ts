import { pino } from 'pino';
import { RemoteDirectors } from '../../../src/directors/remote-directors.js';
import { type ConnectedDirector } from '../../../src/domain/director-connector.port.js';
import { noCatalogTls, type RemoteDirectorSettings } from '../../../src/domain/director-settings.js';
import { AppError } from '../../../src/domain/error-codes.js';
import { SystemClock } from '../../../src/platform/system-clock.js';
import { type Lab } from './lab.js';

/** How the console reaches a lab's Director, by its named console. */
export function labSettings(lab: Lab): RemoteDirectorSettings {
  const { web } = lab.consoles;
  return {
    name: `bacula-${lab.version}`,
    kind: 'bacula',
    address: lab.address,
    port: lab.port,
    consoleName: web.name,
    password: web.password,
    tls: {
      mode: lab.tls === 'none' ? 'none' : 'required',
      ca: null,
      certificate: null,
      key: null,
      serverName: null,
    },
    catalogUrl: lab.catalogUrl,
    catalogTls: noCatalogTls,
    timezone: lab.timezone,
    restoreJob: null,
    restoreRoots: null,
    staging: null,
  };
}

export function connectToLab(lab: Lab): ConnectedDirector {
  return new RemoteDirectors(new SystemClock(), pino({ level: 'silent' })).connect(labSettings(lab));
}

/** The refusal that this must end with. */
export async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('It was not refused.');
}
