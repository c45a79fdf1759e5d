import { type RemoteDirectorSettings, type ShownDirectorSettings } from '../../../domain/director-settings.js';
import { shownPostgresUrl } from '../../../database/shown-postgres-url.js';

/** The settings without their secrets. */
export function shownSettings(settings: RemoteDirectorSettings): ShownDirectorSettings {
  const { kind, address, port, consoleName, timezone, restoreJob, restoreRoots, staging } = settings;
  const { key, ...tls } = settings.tls;
  const { key: catalogKey, ...catalogTls } = settings.catalogTls;
  return {
    kind,
    address,
    port,
    consoleName,
    timezone,
    restoreJob,
    restoreRoots,
    staging,
    tls: { ...tls, hasKey: key !== null },
    catalogUrl: shownPostgresUrl(settings.catalogUrl),
    catalogTls: { ...catalogTls, hasKey: catalogKey !== null },
  };
}
