import { createHash, randomBytes } from 'node:crypto';
import { type IncomingHttpHeaders } from 'node:http';

export const sessionCookieName = 'backupweb_session';

/** The credential of a request. `junk` is a malformed bearer header. */
export type Credential =
  | { readonly kind: 'token' | 'session'; readonly secret: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'junk' };

const sessionShape = /^[A-Za-z0-9_-]{43}$/;

/** A bearer token decides where a cookie comes along; other schemes, such as a proxy's Basic, are not ours. */
export function credentialOf(headers: IncomingHttpHeaders): Credential {
  const { authorization } = headers;
  if (authorization !== undefined && /^bearer(\s|$)/i.test(authorization)) {
    const secret = authorization.slice('bearer'.length).trim();
    return secret === '' ? { kind: 'junk' } : { kind: 'token', secret };
  }
  const secret = sessionSecretOf(headers.cookie);
  return secret === null ? { kind: 'none' } : { kind: 'session', secret };
}

/** The value of the session cookie, or null. */
export function sessionSecretOf(cookieHeader: string | undefined): string | null {
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [name, value] = splitOnce(pair);
    if (name === sessionCookieName) return value;
  }
  return null;
}

function splitOnce(pair: string): [string, string] {
  const at = pair.indexOf('=');
  if (at < 0) return [pair.trim(), ''];
  const value = pair.slice(at + 1).trim();
  return [pair.slice(0, at).trim(), value.replace(/^"(.*)"$/, '$1')];
}

/** 32 random bytes. */
export function newSessionSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text can be one of our session secrets at all. */
export function isSessionSecret(text: string): boolean {
  return sessionShape.test(text);
}

/** SHA-256: the only trace of the secret that is stored. */
export function hashOfSession(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
