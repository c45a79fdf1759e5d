import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { type Logger } from 'pino';
import { BaculaCatalog } from '../adapters/catalog/bacula-catalog.js';
import { ConfiguredDirectors } from '../adapters/director/configured-directors.js';
import { catalogTimezone } from '../adapters/director/embedded/catalog-schema.js';
import { EmbeddedDirector } from '../adapters/director/embedded/embedded-director.js';
import { type Clock } from '../domain/clock.js';
import { type Directors } from '../domain/directors.port.js';
import { type Settings } from '../platform/config/settings.js';
import { readDirectorsFile } from './directors-file.js';

export interface StartedDirectors {
  readonly directors: Directors;
  stop(): Promise<void>;
}

interface DirectorParts {
  readonly catalogUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Starts every configured Director and its catalog. */
export async function startDirectors(settings: Settings, parts: DirectorParts): Promise<StartedDirectors> {
  const [setting] = readDirectorsFile(settings.directorsFile);
  if (!setting) throw new Error('No Director is configured.');
  const onNotice = (text: string): void => parts.log.warn({ director: setting.name }, text);
  const director = await EmbeddedDirector.start({
    name: setting.name,
    folder: settings.dataDir,
    programFolder: fileURLToPath(new URL('../../../', import.meta.url)),
    catalogUrl: parts.catalogUrl,
    clock: parts.clock,
    restoreRoots: [join(settings.dataDir, 'restores'), ...settings.restoreRoots],
    onNotice,
  });
  const catalog = new BaculaCatalog({
    director: setting.name,
    url: parts.catalogUrl,
    timezone: catalogTimezone,
    onNotice,
  });
  return {
    directors: new ConfiguredDirectors([{ ...setting, director, catalog }]),
    stop: async () => {
      await director.stop();
      await catalog.close();
    },
  };
}
