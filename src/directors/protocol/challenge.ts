import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A Director's challenge to prove that we have the password. */
export interface Challenge {
  /** With its angle brackets, which are part of the hashed text. */
  readonly text: string;
  /** Its TLS requirement after this exchange: 0 cannot, 1 can, 2 must. */
  readonly tlsNeed: 0 | 1 | 2;
}

const grammar = /^auth cram-md5c? (<[^<>\r\n\0]{1,400}>) ssl=([012])\n?\0?$/;
const stored = /^\[md5\]([0-9a-f]{32})$/i;
/** Marks our own challenges, so that one of them sent back to us is recognised. */
const correlationTag = `@console-${randomBytes(12).toString('hex')}>`;

/**
 * The key of CRAM-MD5 and of TLS-PSK: 32 lower-case hexadecimal digits of the MD5 of the password, as in the Director's own
 * configuration reader. Anyone who has it can log in.
 */
export function keyOf(password: string): string {
  const digits = stored.exec(password)?.[1];
  return digits?.toLowerCase() ?? createHash('md5').update(password, 'utf8').digest('hex');
}

/** Null where the text is no challenge. */
export function parseChallenge(text: string): Challenge | null {
  const match = grammar.exec(text);
  if (!match?.[1]) return null;
  return { text: match[1], tlsNeed: Number(match[2]) as 0 | 1 | 2 };
}

/** Base64 without padding, which every Director accepts from a console. */
export function answerTo(challenge: string, key: string): string {
  return createHmac('md5', key).update(challenge, 'utf8').digest('base64').replaceAll('=', '');
}

/** Unique text of the shape that Directors expect, `<number.number@name>`. */
export function ownChallenge(): string {
  return `<${randomInt(2 ** 31)}.${randomInt(2 ** 31)}${correlationTag}`;
}

/** Whether the peer sends our own challenge back, to make us answer it. */
export function isOwnChallenge(text: string): boolean {
  return text.endsWith(correlationTag);
}

/** `cram-md5c` requests the answer in standard base64; plain `cram-md5` would mean a historic encoding of Bacula's. */
export function challengeLine(challenge: string, tlsNeed: 0 | 1 | 2): string {
  return `auth cram-md5c ${challenge} ssl=${tlsNeed}\n`;
}

/** Whether the Director's answer proves that it knows the key. Directors end it with a NUL byte or not. */
export function provesKey(answer: Buffer, challenge: string, key: string): boolean {
  const expected = Buffer.from(answerTo(challenge, key), 'latin1');
  const given = answer.at(-1) === 0 ? answer.subarray(0, -1) : answer;
  return given.length === expected.length && timingSafeEqual(given, expected);
}
