import { Refusal } from '../domain/refusals.js';

export const shortestPassword = 12;
export const longestPassword = 256;

/** Refuses what guessers try first. Length is what counts; no mixture of letters and signs is demanded. */
export function checkPassword(password: string, username: string): void {
  const plain = password.normalize('NFKC');
  if (Array.from(plain).length < shortestPassword) {
    throw new Refusal('weak_password', `A password needs at least ${shortestPassword} characters.`, {
      reason: 'too_short',
      params: { characters: shortestPassword },
    });
  }
  const name = username.toLowerCase();
  if (name.length >= 4 && plain.toLowerCase().replaceAll(name, '').length < 8) {
    throw new Refusal('weak_password', 'A password must not consist of the username.', { reason: 'is_username' });
  }
  if (new Set(plain).size < 4) {
    throw new Refusal('weak_password', 'A password needs at least four different characters.', {
      reason: 'few_characters',
    });
  }
}
