import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Seal, canonicalJson } from './seals.js';
import { type InstanceKey } from '../../../platform/security/secret-box.js';

/** The newest seal, signed by the console: a stored copy shows later whether the chain was cut off or rewritten. */
export interface Head {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
  /** RFC 3339. */
  readonly at: string;
  readonly keyId: string;
  /** Ed25519, Base64. */
  readonly signature: string;
}

/** null where the seal is not signed. */
export function headOf(seal: Seal): Head | null {
  const { seq, hash, sealedAt, keyId, signature } = seal;
  if (keyId === null || signature === null) return null;
  return {
    seq,
    hash: hash.toString('hex'),
    at: sealedAt.toISOString(),
    keyId,
    signature: signature.toString('base64'),
  };
}

/** Throws where the text is none. */
function readHead(text: string): Head {
  const { seq, hash, at, keyId, signature } = JSON.parse(text) as Partial<Record<keyof Head, unknown>>;
  const isWhole =
    Number.isSafeInteger(seq) && [hash, at, keyId, signature].every((member) => typeof member === 'string');
  if (!isWhole) throw new Error('The file contains no head of the audit chain.');
  return { seq, hash, at, keyId, signature } as Head;
}

/** The prefix of a 32-byte Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

interface KeyPair {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Signs heads with a key derived from INSTANCE_KEY; signatures of an earlier key stay valid. */
export class HeadKeys {
  private readonly current: KeyPair;
  private readonly pairs: readonly KeyPair[];

  constructor(current: InstanceKey, previous: readonly InstanceKey[] = []) {
    this.current = pairOf(current);
    this.pairs = [this.current, ...previous.map((key) => pairOf(key)).filter(({ id }) => id !== this.current.id)];
  }

  get currentId(): string {
    return this.current.id;
  }

  /** PEM of each public key, the current one first. */
  get publicKeys(): string {
    return this.pairs.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' }).toString()).join('');
  }

  signed(seal: Seal): Seal {
    const keyId = this.current.id;
    const text = signedText({ seq: seal.seq, hash: seal.hash.toString('hex'), at: seal.sealedAt.toISOString(), keyId });
    return { ...seal, keyId, signature: sign(null, Buffer.from(text), this.current.privateKey) };
  }

  /** unknown_key: none of INSTANCE_KEY and INSTANCE_KEY_PREVIOUS made it. */
  check(head: Head): 'good' | 'bad' | 'unknown_key' {
    const pair = this.pairs.find(({ id }) => id === head.keyId);
    if (!pair) return 'unknown_key';
    const text = signedText(head);
    return verify(null, Buffer.from(text), pair.publicKey, Buffer.from(head.signature, 'base64')) ? 'good' : 'bad';
  }
}

function signedText({ seq, hash, at, keyId }: Omit<Head, 'signature'>): string {
  return canonicalJson({ at, hash, keyId, seq });
}

function pairOf(key: InstanceKey): KeyPair {
  const der = Buffer.concat([pkcs8Head, key.derive('head of the chain of audit records')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const id = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);
  return { id, privateKey, publicKey };
}

/** The file beside the database that keeps the newest head that this console saw. Read and written by one process at a time. */
export class PinnedHead {
  constructor(readonly file: string) {}

  /** null: none was stored yet. Throws if the file cannot be read or is invalid. */
  async read(): Promise<Head | null> {
    try {
      return readHead(await readFile(this.file, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** It comes under its name as a whole: a process that is killed over it, or a power cut, leaves the one before. */
  async write(head: Head): Promise<void> {
    await mkdir(dirname(this.file), { recursive: true, mode: 0o700 });
    const unfinished = `${this.file}.new`;
    await writeFile(unfinished, `${JSON.stringify(head)}\n`, { mode: 0o600, flush: true });
    await rename(unfinished, this.file);
  }
}
