import { randomBytes } from 'node:crypto';

const prefix = 'whsec_';
const newSecretBytes = 32;
const fewestBytes = 24;
const mostBytes = 64;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** As Standard Webhooks has them: `whsec_` and random bytes in base64. */
export function newSigningSecret(): string {
  return `${prefix}${randomBytes(newSecretBytes).toString('base64')}`;
}

/** Whether a text is `whsec_` and the base64 of 24 to 64 bytes. */
export function isSigningSecret(text: string): boolean {
  const encoded = text.slice(prefix.length);
  if (!text.startsWith(prefix) || !base64.test(encoded)) return false;
  const { length } = Buffer.from(encoded, 'base64');
  return length >= fewestBytes && length <= mostBytes;
}
