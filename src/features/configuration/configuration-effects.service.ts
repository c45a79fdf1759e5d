import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type EditedConfiguration } from '../../domain/configuration.port.js';
import { type ConfigurationEffects, endangersBackups } from '../../domain/configuration-effects.js';
import { type Principal } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { type Confirmation, rejectUnconfirmed } from '../media/purge-confirmation.js';
import { lossRecord } from './configuration-effects.dto.js';
import { type ConfiguredEntry } from './configurations.js';
import { NamesInUse } from './renames/names-in-use.repository.js';

/** What becomes different when a change is applied, and the confirmation where backups could be lost. */
@Injectable()
export class ConfigurationEffectsService {
  constructor(private readonly names: NamesInUse) {}

  async of({ entry, configuration }: ConfiguredEntry, change: EditedConfiguration): Promise<ConfigurationEffects> {
    return { ...(await configuration.effects(change)), names: await this.names.of(entry.name, change.renames) };
  }

  /**
   * Before a change is applied, with its effects as they are now. Passes if no backup could be lost by it, and callers who may destroy
   * backups and have confirmed the current impact.
   */
  async confirm(
    { capabilities }: Principal,
    { entry, configuration }: ConfiguredEntry,
    change: EditedConfiguration,
    body: Confirmation,
  ): Promise<void> {
    const effects = await configuration.effects(change);
    if (!endangersBackups(effects)) return;
    if (!capabilities.has('media:destroy')) {
      const extras = { requiredCapability: 'media:destroy', reason: 'would_lose_backups' } as const;
      throw new AppError('missing_capability', 'This change can lose backups and requires media:destroy.', extras);
    }
    const impact = lossRecord(entry.name, effects);
    const asked = { body, what: 'apply this change', name: entry.name, named: 'name of the Director' };
    rejectUnconfirmed(asked, { impact, impactHash: hashOf(impact, change) });
  }
}

/** Without the bytes, which grow while a run writes: they would ask for the confirmation again and again. */
function hashOf(impact: object, { edited }: EditedConfiguration): string {
  const withoutBytes = (key: string, value: unknown): unknown => (key === 'bytes' ? undefined : value);
  const text = JSON.stringify([impact, edited.revision], withoutBytes);
  return createHash('sha256').update(text).digest('base64url');
}
