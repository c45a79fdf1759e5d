import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Settings } from '../platform/config/settings.js';
import { keptSecret } from '../platform/security/kept-secret.js';
import { InstanceKey } from '../platform/security/instance-key.js';

/** INSTANCE_KEY, or the key that DATA_DIR keeps, made at the first start. */
export function loadInstanceKey(settings: Settings): InstanceKey {
  if (settings.instanceKey !== null) return new InstanceKey(settings.instanceKey);
  const file = join(settings.dataDir, 'instance.key');
  return new InstanceKey(keptSecret(file, () => randomBytes(32).toString('hex')));
}
