import { invalidField } from '../../../domain/refusals.js';
import { type Escapes, quote } from './quote.js';

/** A keyword with its value, or `true` for a keyword alone (`yes`); undefined and false leave it out. */
export type CommandArgument = readonly [keyword: string, value: string | number | boolean | undefined];

/** Directors hang up on longer frames and ignore further words. */
const mostBytes = 1_000_000;
const mostWords = 30;
const word = /(?:"[^"]*"|[^\s"])+/g;
const escaped = /\\./g;
const keywordForm = /^[a-z_]+$/;

/** `verb key=value …` with each value quoted by the one quoting function. Throws Refusal (400) for a value that cannot be sent. */
export function commandOf(verb: string, args: readonly CommandArgument[], escapes: Escapes = 'none'): string {
  const words = args.flatMap(([keyword, value]) => {
    if (value === undefined || value === false) return [];
    if (!keywordForm.test(keyword)) throw new Error(`"${keyword}" is not a valid command keyword.`);
    return value === true ? [keyword] : [`${keyword}=${quote(String(value), keyword, escapes)}`];
  });
  return [verb, ...words].join(' ');
}

/** Refuses what a Director would cut, misread or hang up on. Nothing was sent then. */
export function checkCommand(text: string): void {
  if (text.trim() === '') throw unfit('is empty');
  if (/[\p{Cc}\p{Cs}]/u.test(text)) throw unfit('contains a line break or a control character');
  if (Buffer.byteLength(text) > mostBytes) throw unfit(`is longer than ${mostBytes} bytes`);
  const unescaped = text.replaceAll(escaped, '_');
  const quotes = unescaped.split('"').length - 1;
  if (quotes % 2 !== 0) throw unfit('contains an unclosed quote');
  const words = unescaped.match(word)?.length ?? 0;
  if (words > mostWords) throw unfit(`has ${words} words; a Director reads at most ${mostWords}`);
}

function unfit(what: string): Error {
  return invalidField('command', `The command for the Director ${what}.`);
}
