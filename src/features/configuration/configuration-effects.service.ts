import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type DirectorConfiguration, type EditedConfiguration } from '../../domain/configuration.port.js';
import { type ConfigurationEffects, endangersBackups } from '../../domain/configuration-effects.js';
import { type Principal } from '../../domain/principal.js';
import { AppError } from '../../domain/error-codes.js';
import { type Confirmation, rejectUnconfirmed } from '../media/purge-confirmation.js';
import { lossRecord } from './configuration-effects.dto.js';
import { NamesInUse } from './renames/names-in-use.repository.js';

interface Edited {
  readonly director: string;
  readonly configuration: DirectorConfiguration;
  readonly change: EditedConfiguration;
}

/** What becomes different when a change is applied, and the confirmation where backups could be lost. */
@Injectable()
export class ConfigurationEffectsService {
  constructor(private readonly names: NamesInUse) {}

  async of({ director, configuration, change }: Edited): Promise<ConfigurationEffects> {
    return { ...(await configuration.effects(change)), names: await this.names.of(director, change.renames) };
  }

  /**
   * To be called before a change is applied, with its effects as they are now. Passes if no backup could be lost by it, and callers who
   * may destroy backups and have confirmed the current impact.
   */
  async confirm(
    { capabilities }: Principal,
    { director, configuration, change }: Edited,
    body: Confirmation,
  ): Promise<void> {
    const effects = await configuration.effects(change);
    if (!endangersBackups(effects)) return;
    if (!capabilities.has('media:destroy')) {
      const extras = { requiredCapability: 'media:destroy', reason: 'would_lose_backups' } as const;
      throw new AppError('missing_capability', 'This change can lose backups and requires media:destroy.', extras);
    }
    const impact = lossRecord(director, effects);
    // The bytes grow while a run writes: they would ask for the confirmation again and again.
    const hashed = JSON.stringify([impact, change.edited.revision], (key, value: unknown) =>
      key === 'bytes' ? null : value,
    );
    const impactHash = createHash('sha256').update(hashed).digest('base64url');
    const asked = { body, what: 'apply this change', name: director, named: 'name of the Director' };
    rejectUnconfirmed(asked, { impact, impactHash });
  }
}
