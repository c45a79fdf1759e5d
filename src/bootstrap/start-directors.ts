import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { type Logger } from 'pino';
import { BaculaCatalog } from '../catalog/bacula-catalog.js';
import { DirectorRegistry } from '../domain/director-registry.js';
import { catalogTimezone } from '../directors/embedded/catalog-schema.js';
import { EmbeddedDirector } from '../directors/embedded/embedded-director.js';
import { type Clock, type DeletionClock } from '../domain/clock.js';
import { type ConnectedDirector, type DirectorConnector } from '../domain/director-connector.port.js';
import { type RemoteDirectorSettings } from '../domain/director-settings.js';
import { CatalogFileFault, withCatalogFilesRead } from '../features/directors/connections/catalog-files.js';
import { publicSettings } from '../features/directors/connections/director.mapper.js';
import { type DirectorEntry } from '../domain/directors.port.js';
import { type Settings } from '../config/settings.js';
import { type DirectorSetting, readDirectorsFile } from './directors-file.js';

export interface StartedDirectors {
  readonly directors: DirectorRegistry;
  stop(): Promise<void>;
}

interface DirectorParts {
  readonly catalogUrl: string;
  readonly clock: Clock;
  readonly deletionClock: DeletionClock;
  readonly log: Logger;
  readonly connector: DirectorConnector;
}

interface StartedDirector {
  readonly entry: DirectorEntry;
  stop(): Promise<void>;
}

/** Starts every Director that the configuration file names, with its catalog; without a file the embedded one. */
export async function startDirectors(settings: Settings, parts: DirectorParts): Promise<StartedDirectors> {
  const started: StartedDirector[] = [];
  const stop = async (): Promise<void> => {
    for (const director of started.splice(0).reverse()) await director.stop();
  };
  try {
    for (const setting of readDirectorsFile(settings.directorsFile)) {
      started.push(await startDirector(setting, settings, parts));
    }
    return { directors: new DirectorRegistry(started.map(({ entry }) => entry)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startDirector(
  { name, kind, isDefault, remote: written }: DirectorSetting,
  settings: Settings,
  parts: DirectorParts,
): Promise<StartedDirector> {
  const about = { name, kind, isDefault, origin: 'file' } as const;
  const remote = written && withCatalogFiles(written, parts.log);
  const connected = remote ? parts.connector.connect(remote) : await startEmbedded(name, settings, parts);
  const { director, catalog } = connected;
  const entry = { ...about, settings: remote && publicSettings(remote), director, catalog };
  return { entry, stop: () => connected.close() };
}

/** A catalog URL may name files, which libpq's users are used to. Where they cannot be used, this catalog alone cannot be read. */
function withCatalogFiles(remote: RemoteDirectorSettings, log: Logger): RemoteDirectorSettings {
  try {
    return withCatalogFilesRead(remote);
  } catch (error) {
    if (!(error instanceof CatalogFileFault)) throw error;
    log.error({ director: remote.name }, error.message);
    return remote;
  }
}

async function startEmbedded(
  name: string,
  settings: Settings,
  { catalogUrl, clock, deletionClock, log }: DirectorParts,
): Promise<ConnectedDirector> {
  const onNotice = (text: string): void => log.warn({ director: name }, text);
  const director = await EmbeddedDirector.start({
    name,
    catalogUrl,
    clock,
    deletionClock,
    onNotice,
    folder: settings.dataDir,
    programFolder: fileURLToPath(new URL('../../../', import.meta.url)),
    restoreRoots: [join(settings.dataDir, 'restores'), ...settings.restoreRoots],
  });
  const about = {
    director: name,
    url: catalogUrl,
    timezone: catalogTimezone,
    isZeroRetentionForever: true,
    countsContent: true,
  };
  const catalog = new BaculaCatalog({ ...about, onNotice });
  const close = async (): Promise<void> => {
    await director.stop();
    await catalog.close();
  };
  return { director, catalog, close };
}
