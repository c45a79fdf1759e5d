import {
  shownSettings,
  type RemoteDirectorSettings,
  type ShownDirectorSettings,
} from '../../domain/director-settings.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { type ConfiguredDirectorEntity } from './configured-director.entity.js';
import { type DirectorConfiguration } from './director-configurations.dto.js';

export function configurationOfEntry({ name, kind, isDefault, settings }: DirectorEntry): DirectorConfiguration {
  const reached = settings === null ? unreached : reachedBy(settings);
  return { name, kind, origin: 'file', default: isDefault, ...reached, updatedAt: null };
}

/** `catalogUrl` is the whole one, null where the row's secrets cannot be opened. */
export function configurationOfRow(row: ConfiguredDirectorEntity, catalogUrl: string | null): DirectorConfiguration {
  // The secrets are not part of the columns read here; what is shown leaves them out anyway.
  const open = row.settings as Omit<RemoteDirectorSettings, 'name'>;
  const shown = shownSettings({ ...open, name: row.name, password: '', catalogUrl: catalogUrl ?? '' });
  const { kind } = shown;
  const reached = { ...reachedBy(shown), catalogUrl: catalogUrl === null ? null : shown.catalogUrl };
  return { name: row.name, kind, origin: 'stored', default: row.isDefault, ...reached, updatedAt: row.updatedAt };
}

type Reached = Omit<DirectorConfiguration, 'name' | 'kind' | 'origin' | 'default' | 'updatedAt'>;

const unreached: Reached = {
  address: null,
  port: null,
  console: null,
  tls: null,
  catalogUrl: null,
  timezone: null,
  restoreJob: null,
  restoreRoots: null,
};

function reachedBy(settings: ShownDirectorSettings): Reached {
  const { address, port, consoleName, tls, catalogUrl, timezone, restoreJob, restoreRoots } = settings;
  return {
    address,
    port,
    console: consoleName,
    tls: { ...tls },
    catalogUrl,
    timezone,
    restoreJob,
    restoreRoots: restoreRoots === null ? null : [...restoreRoots],
  };
}
