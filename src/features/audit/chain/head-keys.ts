import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { type InstanceKey } from '../../../platform/security/instance-key.js';
import { type Head } from './chain-head.js';
import { canonicalJson, type Seal } from './seals.js';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

interface KeyPair {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Signs heads by a key that follows from INSTANCE_KEY; what an earlier one signed still holds. */
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
