import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Settings } from '../config/settings.js';
import { keptSecret } from '../platform/security/secret-file.js';
import { InstanceKey } from '../platform/security/instance-key.js';
import { SecretBox } from '../platform/security/secret-box.js';

export interface InstanceKeys {
  readonly instanceKey: InstanceKey;
  readonly secretBox: SecretBox;
}

/** The keys of this installation; what was sealed under INSTANCE_KEY_PREVIOUS is still opened. */
export function loadInstanceKeys(settings: Settings): InstanceKeys {
  const instanceKey = loadInstanceKey(settings);
  const previous = settings.previousInstanceKeys.map((key) => new InstanceKey(key));
  return { instanceKey, secretBox: new SecretBox(instanceKey, previous) };
}

/** INSTANCE_KEY, or the key that DATA_DIR keeps, made at the first start. */
function loadInstanceKey(settings: Settings): InstanceKey {
  if (settings.instanceKey !== null) return new InstanceKey(settings.instanceKey);
  const file = join(settings.dataDir, 'instance.key');
  return new InstanceKey(keptSecret(file, () => randomBytes(32).toString('hex')));
}
