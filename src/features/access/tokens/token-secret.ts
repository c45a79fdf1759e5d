import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * Plaintext of a token: a fixed prefix, 30 random base62 characters (178 bits) and 6 of their CRC-32. The checksum is not secret;
 * with it malformed tokens are rejected without a query, and secret scanners recognize a leaked token.
 */
const prefix = 'svct_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const sumLength = 6;
const shape = /^svct_[0-9A-Za-z]{36}$/;

export function newTokenSecret(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return `${prefix}${random}${sumOf(random)}`;
}

/** Whether a text can be one of our tokens at all. */
export function isTokenSecret(text: string): boolean {
  if (!shape.test(text)) return false;
  const random = text.slice(prefix.length, prefix.length + randomLength);
  return text.endsWith(sumOf(random));
}

/** SHA-256 of the whole text: the only trace of it that is stored. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function sumOf(random: string): string {
  let rest = crc32(random);
  let digits = '';
  for (let place = 0; place < sumLength; place += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
