import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

/** The longest PEM text that is accepted, in characters. */
export const longestPem = 65_536;

/** Without a hyphen inside, so that texts of many beginnings take no longer. Keys that are encrypted in the old way have some. */
const block = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g;

/** The certificates of a PEM text, without the text around them; null without any, or if one cannot be read. */
export function certificatesIn(text: string): string | null {
  const found = blocksOf(text).filter(({ label }) => label === 'CERTIFICATE');
  if (found.length === 0 || found.some((one) => certificateOf(one.text) === null)) return null;
  return found.map((one) => `${one.text}\n`).join('');
}

/**
 * The first private key of a PEM text, without the text around it; null without one, or if it cannot be read, for example because
 * of a passphrase.
 */
export function privateKeyIn(text: string): string | null {
  const found = blocksOf(text).find(({ label }) => label.endsWith('PRIVATE KEY'));
  return found && keyOf(found.text) ? `${found.text}\n` : null;
}

/** Whether the text contains only certificates: a key among them would be shown with them. */
export function isCertificates(text: string): boolean {
  const begun = text.split('-----BEGIN').length - 1;
  const certificates = blocksOf(text).filter(({ label }) => label === 'CERTIFICATE');
  return begun === certificates.length && certificatesIn(text) !== null;
}

/** Whether the key is that of the first certificate. */
export function belongTogether(certificate: string, key: string): boolean {
  const [first, privateKey] = [certificateOf(certificate), keyOf(key)];
  return first !== null && privateKey !== null && first.checkPrivateKey(privateKey);
}

function blocksOf(text: string): readonly { readonly label: string; readonly text: string }[] {
  return [...text.matchAll(block)].map(([found, label = '']) => ({ label, text: found }));
}

function certificateOf(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text);
  } catch {
    return null;
  }
}

function keyOf(text: string): KeyObject | null {
  try {
    return createPrivateKey(text);
  } catch {
    return null;
  }
}
