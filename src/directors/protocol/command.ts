import { type Escapes, quote } from './quote-argument.js';

/** A keyword with its value, or `true` for a keyword alone (`yes`); undefined and false leave it out. */
export type CommandArgument = readonly [keyword: string, value: string | number | boolean | undefined];

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
