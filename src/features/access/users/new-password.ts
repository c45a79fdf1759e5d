import { Inject, Injectable } from '@nestjs/common';
import { type Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../config/settings.module.js';
import { PasswordHasher } from './password-hasher.js';
import { consistsOf, passwordErrorOf, type PasswordError, weakPassword, isEasilyGuessed } from './password-strength.js';

const shortestWord = 3;

const easilyGuessed: PasswordError = {
  reason: 'easily_guessed',
  detail:
    'This password is easy to guess: it consists of common passwords, words, names, keyboard rows, dates, repetitions or words from this site. Use four or more unrelated words, or a password manager.',
};

/** Every password that is set, by whichever way, is checked and hashed here. */
@Injectable()
export class NewPasswords {
  private readonly siteWords: readonly string[];

  constructor(
    private readonly hasher: PasswordHasher,
    @Inject(SETTINGS) { baseUrl }: Pick<Settings, 'baseUrl'>,
  ) {
    this.siteWords = ['backup', 'console', ...wordsIn(new URL(baseUrl).hostname)];
  }

  /** AppError weak_password for passwords that are guessed first. `field` is the member of the body that holds the password. */
  async hash(password: string, username: string, field = 'password'): Promise<string> {
    const fault = await this.check(password, username);
    if (fault) throw weakPassword(field, fault);
    return this.hasher.hash(password);
  }

  /** For a password that is used regardless of its strength: the caller has judged it. */
  hashChecked(password: string): Promise<string> {
    return this.hasher.hash(password);
  }

  async check(password: string, username: string): Promise<PasswordError | null> {
    const fault = passwordErrorOf(password, username);
    if (fault) return fault;
    const ownWords = [...wordsIn(username), ...this.siteWords];
    const isWeak = consistsOf(password, ownWords) || (await isEasilyGuessed(password, ownWords));
    return isWeak ? easilyGuessed : null;
  }
}

/** The name as a whole and its parts. */
function wordsIn(name: string): string[] {
  return [name, ...name.split(/[._@-]/)].filter((word) => word.length >= shortestWord);
}
