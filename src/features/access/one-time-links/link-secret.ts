import { createHash, randomBytes } from 'node:crypto';

const shape = /^[A-Za-z0-9_-]{43}$/;

/** 32 random bytes. */
export function newLinkSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256: the only trace of the secret that is stored. A text that cannot be a secret of ours costs the same. */
export function hashOfLink(secret: string): Buffer {
  return createHash('sha256').update(`one-time-link:${secret}`).digest();
}

/** Whether a text can be one of our secrets at all. */
export function isLinkSecret(text: string): boolean {
  return shape.test(text);
}
