import { type ConfigurationReader } from '../../domain/configuration-reader.port.js';
import { rejectUnsupported } from '../../domain/director-abilities.js';
import { type DirectorEntry } from '../../domain/directors.port.js';
import { AppError } from '../../domain/error-codes.js';
import { type Scope } from '../../domain/principal.js';

/** AppError not_supported_by_director where the console cannot read the Director's configuration. */
export async function readerOf(entry: DirectorEntry, scope: Scope): Promise<ConfigurationReader> {
  await rejectUnsupported(entry, scope, 'configuration', 'show and change its configuration');
  const { configurationReader } = entry.director;
  if (configurationReader === null) throw new AppError('internal_error', `Director ${entry.name} has no configuration.`);
  return configurationReader;
}
