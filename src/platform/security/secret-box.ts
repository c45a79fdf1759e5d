import { createCipheriv, createDecipheriv, createHash, randomBytes, hkdfSync } from 'node:crypto';

/** The secret of this installation. Each use derives a key of its own, so that a leak of one does not affect the others. */
export class InstanceKey {
  constructor(private readonly secret: string) {}

  /** 32 bytes, always the same for the same purpose. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.secret, 'backup-console', purpose, 32));
  }
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts secrets in the database with AES-256-GCM under a key of this installation. A sealed text names its key. Texts of an
 * earlier key are therefore still readable after INSTANCE_KEY was changed, and use the new key when they are next stored.
 */
export class SecretBox {
  private readonly keys: ReadonlyMap<string, Buffer>;
  private readonly current: string;

  /** `previous` open, `current` also seals. */
  constructor(current: InstanceKey, previous: readonly InstanceKey[] = []) {
    const entries = [current, ...previous].map((key) => entryOf(key));
    this.keys = new Map(entries.reverse());
    this.current = entryOf(current)[0];
  }

  /** `place` is where the text is stored: sealed there, it opens nowhere else. */
  seal(secret: string, place: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.keyOf(this.current), nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `${this.current}.${Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')}`;
  }

  /** Throws an Error that says what to do if the text was encrypted with a key that is not configured, or was changed. */
  open(text: string, place: string): string {
    const [id = '', body = ''] = text.split('.', 2);
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', this.keyOf(id), bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-tagBytes));
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  }

  /** Whether the text was sealed under the current key. */
  isCurrent(text: string): boolean {
    return text.startsWith(`${this.current}.`);
  }

  private keyOf(id: string): Buffer {
    const key = this.keys.get(id);
    if (key) return key;
    throw new Error(
      'A stored secret was encrypted with a different INSTANCE_KEY. Set INSTANCE_KEY_PREVIOUS to that key.',
    );
  }
}

function entryOf(key: InstanceKey): [string, Buffer] {
  const bytes = key.derive('secrets at rest');
  return [createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes];
}
