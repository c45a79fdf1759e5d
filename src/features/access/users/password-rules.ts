import { Refusal, type RefusalReason } from '../../../domain/errors.js';
import { type SaidValues } from '../../../domain/said.js';

export const shortestPassword = 12;
export const longestPassword = 256;
const fewestOwnCharacters = 8;

/** Why a password is not accepted. */
export interface PasswordFault {
  readonly reason: Extract<
    RefusalReason,
    'too_short' | 'is_username' | 'too_simple' | 'easily_guessed' | 'is_old_password'
  >;
  readonly detail: string;
  readonly params?: SaidValues;
}

/** The rules that need no word list. Length is what counts; no mixture of letters and signs is demanded. */
export function faultOf(password: string, username: string): PasswordFault | null {
  const plain = password.normalize('NFKC');
  if (Array.from(plain).length < shortestPassword) {
    const detail = `The password must have at least ${shortestPassword} characters.`;
    return { reason: 'too_short', detail, params: { characters: shortestPassword } };
  }
  if (username.length >= 4 && consistsOf(plain, [username])) {
    return { reason: 'is_username', detail: 'The password must not consist of the username.' };
  }
  if (new Set(plain).size < 4) {
    return { reason: 'too_simple', detail: 'The password must have at least four different characters.' };
  }
  return null;
}

/** Whether little is left of the password without these words, in whatever letter case. */
export function consistsOf(password: string, words: readonly string[]): boolean {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce(
    (text, word) => text.replaceAll(word.toLowerCase(), ''),
    password.normalize('NFKC').toLowerCase(),
  );
  return rest.length < fewestOwnCharacters;
}

/** `field` is the member of the body that holds the password. */
export function weakPassword(field: string, { reason, detail, params }: PasswordFault): Refusal {
  const errors = [{ field, code: reason, detail }];
  return new Refusal('weak_password', detail, { reason, errors, ...(params ? { params } : {}) });
}
