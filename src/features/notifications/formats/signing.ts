import { createHmac, randomBytes } from 'node:crypto';

/** Signatures and secrets as Standard Webhooks 1.0 describes them. */
const prefix = 'whsec_';
const newSecretBytes = 32;
const fewestBytes = 24;
const mostBytes = 64;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** `whsec_` and 32 random bytes in base64. */
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

/**
 * The three headers by which a receiver knows that a body is ours, whole and fresh. One signature for each secret, so that a
 * receiver that has only the old or only the new one takes it; without a secret there is no signature.
 */
export function signatureHeaders(
  id: string,
  now: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 ? { 'webhook-signature': signatures.join(' ') } : {}),
  };
}
