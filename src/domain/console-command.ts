import { invalidField } from './error-codes.js';

/** What a Director answered to one command of a user. */
export interface ConsoleAnswer {
  /** For people, as the Director's own console program shows it. */
  readonly output: string;
  /** The answer was longer than the console keeps: `output` is its beginning. */
  readonly isTruncated: boolean;
  /** The Director's question, which was canceled; null if it had none. */
  readonly question: string | null;
}

/** Directors hang up on longer frames and ignore further words. */
const mostBytes = 1_000_000;
const mostWords = 30;
const word = /(?:"[^"]*"|[^\s"])+/g;
const escaped = /\\./g;

/** Rejects commands that a Director would cut, misread or close the connection for. Nothing was sent then. */
export function checkCommand(text: string): void {
  if (text.trim() === '') throw unfit('is empty');
  if (/[\p{Cc}\p{Cs}]/u.test(text)) throw unfit('contains a line break or a control character');
  if (utf8Bytes(text) > mostBytes) throw unfit(`is longer than ${mostBytes} bytes`);
  const unescaped = text.replaceAll(escaped, '_');
  const quotes = unescaped.split('"').length - 1;
  if (quotes % 2 !== 0) throw unfit('contains an unclosed quote');
  const words = unescaped.match(word)?.length ?? 0;
  if (words > mostWords) throw unfit(`has ${words} words; a Director reads at most ${mostWords}`);
}

export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text);
}

function unfit(what: string): Error {
  return invalidField('command', `The command for the Director ${what}.`);
}
