import { Injectable } from '@nestjs/common';
import { type DirectorConfiguration } from '../../domain/configuration.port.js';
import { rejectUnsupported } from '../../domain/director-abilities.js';
import { type DirectorEntry, Directors, resolveDirector } from '../../domain/directors.port.js';
import { type Principal } from '../../domain/principal.js';

export interface ConfiguredEntry {
  readonly entry: DirectorEntry;
  readonly configuration: DirectorConfiguration;
}

/** The Directors whose configuration the console can change. */
@Injectable()
export class Configurations {
  constructor(private readonly directors: Directors) {}

  all(): readonly ConfiguredEntry[] {
    return this.directors.all().flatMap((entry) => {
      const { configuration } = entry.director;
      return configuration === null ? [] : [{ entry, configuration }];
    });
  }

  /** AppError unknown_director, or not_supported_by_director. */
  async of({ scope }: Principal, director: string): Promise<ConfiguredEntry> {
    const entry = resolveDirector(this.directors, director);
    const { configuration } = entry.director;
    if (configuration !== null) return { entry, configuration };
    await rejectUnsupported(entry, scope, 'configuration', 'change its configuration');
    throw new Error(`Director ${director} has the ability configuration, but no configuration.`);
  }
}
