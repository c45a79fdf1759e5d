import { type Seal } from './seals.js';

/** The newest seal, as the console vouches for it: whoever keeps one can tell whether the chain was cut off or written anew. */
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
export function readHead(text: string): Head {
  const { seq, hash, at, keyId, signature } = JSON.parse(text) as Partial<Record<keyof Head, unknown>>;
  const isWhole =
    Number.isSafeInteger(seq) && [hash, at, keyId, signature].every((member) => typeof member === 'string');
  if (!isWhole) throw new Error('The file contains no head of the audit chain.');
  return { seq, hash, at, keyId, signature } as Head;
}
