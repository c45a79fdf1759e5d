import { invalidField, type AppError } from '../../domain/error-codes.js';

const bare = /^[\p{L}\p{N}_.:/@+,*-]+$/u;
/** What no Director can be sent inside a command, or what ends or escapes a quoted text in one of them. */
const unfit = /["\\\p{Cc}\p{Cs}\u2028\u2029]/u;
const unfitEscaped = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

/** `none`: quotes and backslashes are rejected, because Directors differ in how they are escaped. */
type Escapes = 'none' | 'backslash';

/**
 * The only function that puts a text into a command. It is quoted if it contains more than letters, digits and a few signs. What
 * cannot be sent is rejected (400, naming `field`).
 */
export function quote(value: string, field: string, escapes: Escapes = 'none'): string {
  if ((escapes === 'none' ? unfit : unfitEscaped).test(value)) throw unfitFor(field);
  return bare.test(value) ? value : `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}

function unfitFor(field: string): AppError {
  const detail = `"${field}" contains a quote, a backslash, a line break or a control character, which Directors do not accept in a command.`;
  return invalidField(field, detail);
}

/** A keyword with its value, or `true` for a keyword alone (`yes`); undefined and false leave it out. */
export type CommandArgument = readonly [keyword: string, value: string | number | boolean | undefined];

const keywordForm = /^[a-z_]+$/;

/** `verb key=value …` with each value quoted by the one quoting function. Throws AppError (400) for a value that cannot be sent. */
export function commandOf(verb: string, args: readonly CommandArgument[], escapes: Escapes = 'none'): string {
  const words = args.flatMap(([keyword, value]) => {
    if (value === undefined || value === false) return [];
    if (!keywordForm.test(keyword)) throw new Error(`"${keyword}" is not a valid command keyword.`);
    return value === true ? [keyword] : [`${keyword}=${quote(String(value), keyword, escapes)}`];
  });
  return [verb, ...words].join(' ');
}
