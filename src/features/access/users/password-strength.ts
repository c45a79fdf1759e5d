import { Worker } from 'node:worker_threads';
import { AppError, type ErrorReason, type MessageParams } from '../../../domain/error-codes.js';

export const shortestPassword = 12;
export const longestPassword = 256;
const fewestOwnCharacters = 8;

/** Why a password is not accepted. */
export interface PasswordError {
  readonly reason: Extract<
    ErrorReason,
    'too_short' | 'is_username' | 'too_simple' | 'easily_guessed' | 'is_old_password'
  >;
  readonly detail: string;
  readonly params?: MessageParams;
}

/** The rules that need no word list. Length is what counts; no mixture of letters and signs is demanded. */
export function passwordErrorOf(password: string, username: string): PasswordError | null {
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

/** Whether little is left of the password without these words, in any letter case. */
export function consistsOf(password: string, words: readonly string[]): boolean {
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce(
    (text, word) => text.replaceAll(word.toLowerCase(), ''),
    password.normalize('NFKC').toLowerCase(),
  );
  return rest.length < fewestOwnCharacters;
}

/** `field` is the member of the body that holds the password. */
export function weakPassword(field: string, { reason, detail, params }: PasswordError): AppError {
  const errors = [{ field, code: reason, detail }];
  return new AppError('weak_password', detail, { reason, errors, ...(params ? { params } : {}) });
}

/** Fewer guesses than 10^8 are too few: a stolen hash is found in days. */
const lowestScore = 3;
/** The word lists take 60 MB and half a second to load: several users that are made one after the other share them. */
const idleMs = 60_000;

/** The request to the worker thread. Its answer is the score, 0 to 4. */
export interface StrengthRequest {
  readonly password: string;
  readonly ownWords: readonly string[];
}

interface Waiting {
  readonly resolve: (score: number) => void;
  readonly reject: (cause: Error) => void;
}

/** A thread of its own estimates: neither loading the lists nor a hostile password may stop the console meanwhile. It answers in order. */
class StrengthThread {
  private readonly worker = new Worker(new URL('./password-strength-worker.js', import.meta.url));
  private readonly waiting: Waiting[] = [];
  private idle: NodeJS.Timeout | undefined;

  constructor(onEnd: () => void) {
    this.worker.on('message', (score: number) => {
      this.waiting.shift()?.resolve(score);
      if (this.waiting.length === 0) this.rest();
    });
    const end = (cause: Error): void => {
      clearTimeout(this.idle);
      onEnd();
      for (const { reject } of this.waiting.splice(0)) reject(cause);
    };
    this.worker.once('error', end);
    this.worker.once('exit', (code) => end(new Error(`The thread that rates passwords ended with code ${code}.`)));
  }

  compute(request: StrengthRequest): Promise<number> {
    clearTimeout(this.idle);
    this.worker.ref();
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(request);
    });
  }

  private rest(): void {
    this.worker.unref();
    this.idle = setTimeout(() => void this.worker.terminate(), idleMs).unref();
  }
}

let thread: StrengthThread | null = null;

/**
 * Whether guessers who know common passwords, English words and names, keyboard rows, dates and `ownWords` find the password among
 * the first 10^8. Nothing leaves the machine.
 */
export async function isEasilyGuessed(password: string, ownWords: readonly string[]): Promise<boolean> {
  thread ??= new StrengthThread(() => {
    thread = null;
  });
  return (await thread.compute({ password: password.normalize('NFKC'), ownWords })) < lowestScore;
}
