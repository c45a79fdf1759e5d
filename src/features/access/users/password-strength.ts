import { Worker } from 'node:worker_threads';

/** Fewer guesses than 10^8 are too few: a stolen hash is found in days. */
const lowestScore = 3;
/** The word lists take 60 MB and half a second to load: several users that are made one after the other share them. */
const idleMs = 60_000;

/** What the thread is asked. Its answer is the score, 0 to 4. */
export interface StrengthQuestion {
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

  ask(question: StrengthQuestion): Promise<number> {
    clearTimeout(this.idle);
    this.worker.ref();
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.worker.postMessage(question);
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
  return (await thread.ask({ password: password.normalize('NFKC'), ownWords })) < lowestScore;
}
