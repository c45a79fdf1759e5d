import { type RemoteDirectorSettings, type ShownDirectorSettings } from '../../../domain/director-settings.js';
import { type DirectorEntry } from '../../../domain/directors.port.js';
import { type ConfiguredDirectorEntity } from './configured-director.entity.js';
import { type DirectorConfiguration } from './connections.dto.js';
import { withoutSecrets } from './director.mapper.js';
import { shownSettings } from './shown-settings.js';

export function configurationOfEntry({ name, kind, isDefault, settings }: DirectorEntry): DirectorConfiguration {
  const reached = settings === null ? unreached : reachedBy(settings);
  return { name, kind, origin: 'file', default: isDefault, ...reached, updatedAt: null };
}

/** `opened` are the row's settings, null where its secrets cannot be opened: then what they would show is left out. */
export function configurationOfRow(
  row: ConfiguredDirectorEntity,
  opened: RemoteDirectorSettings | null,
): DirectorConfiguration {
  const shown = shownSettings(opened ?? withoutSecrets(row));
  const { kind } = shown;
  const reached = { ...reachedBy(shown), ...(opened ? {} : { catalogUrl: null }) };
  return { name: row.name, kind, origin: 'stored', default: row.isDefault, ...reached, updatedAt: row.updatedAt };
}

type Reached = Omit<DirectorConfiguration, 'name' | 'kind' | 'origin' | 'default' | 'updatedAt'>;

const unreached: Reached = {
  address: null,
  port: null,
  console: null,
  tls: null,
  catalogUrl: null,
  catalogTls: null,
  timezone: null,
  restoreJob: null,
  restoreRoots: null,
  staging: null,
};

function reachedBy(settings: ShownDirectorSettings): Reached {
  const { address, port, consoleName, tls, catalogUrl, catalogTls, timezone, restoreJob, restoreRoots, staging } =
    settings;
  return {
    address,
    port,
    console: consoleName,
    tls: { ...tls },
    catalogUrl,
    catalogTls: { ...catalogTls },
    timezone,
    restoreJob,
    restoreRoots: restoreRoots === null ? null : [...restoreRoots],
    staging: staging && { ...staging },
  };
}
