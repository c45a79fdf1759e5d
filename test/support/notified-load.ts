import { setTimeout as delay } from 'node:timers/promises';
import { jobNames, type NotifiedConsole } from './notified-console.js';

const pauseMs = 120;
/** What is asked of a console that dies never answers. */
const callLimitMs = 60_000;

/** What a caller was told, which must be so whatever happened afterwards. */
export interface Promised {
  readonly orders: number[];
  readonly created: string[];
  readonly revoked: string[];
}

/** Orders runs and makes and revokes tokens, until it is stopped. That a call gets no answer is what the tests are about. */
export class NotifiedLoad {
  readonly promised: Promised = { orders: [], created: [], revoked: [] };
  private readonly waiting = new Map<'call' | 'answer', () => void>();
  private isOver = false;
  private workers: Promise<unknown> = Promise.resolve();

  constructor(private readonly scene: NotifiedConsole) {}

  begin(): void {
    this.isOver = false;
    this.workers = Promise.all([this.repeat(() => this.order()), this.repeat(() => this.useTokens())]);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.workers;
  }

  /** Settles when the next call is sent, or the next answer is there. */
  until(moment: 'call' | 'answer'): Promise<void> {
    return new Promise((resolve) => this.waiting.set(moment, resolve));
  }

  private async repeat(work: () => Promise<void>): Promise<void> {
    while (!this.isOver) {
      await work().catch(() => undefined);
      await delay(this.scene.random() * 2 * pauseMs);
    }
  }

  private async order(): Promise<void> {
    this.scene.toggle();
    const body = await this.send(202, 'POST', '/operations/jobs/run', {
      job: this.scene.pick(jobNames),
      level: 'Full',
    });
    if (typeof body?.['jobId'] === 'number') this.promised.orders.push(body['jobId']);
  }

  /** Half of the tokens are revoked, some of them twice at once. */
  private async useTokens(): Promise<void> {
    const { created, revoked } = this.promised;
    const made = await this.send(201, 'POST', '/tokens', { name: `made-${created.length}` });
    if (typeof made?.['id'] !== 'string') return;
    created.push(made['id']);
    if (this.scene.random() < 0.5) return;
    const id = this.scene.pick(created);
    const times = this.scene.random() < 0.3 ? 2 : 1;
    const answers = Array.from({ length: times }, () => this.send(200, 'DELETE', `/tokens/${id}`));
    if ((await Promise.all(answers)).some((body) => body !== null)) revoked.push(id);
  }

  /** null: it was not answered, or otherwise than with that status. */
  private async send(
    expected: number,
    method: string,
    path: string,
    body?: object,
  ): Promise<Record<string, unknown> | null> {
    this.waiting.get('call')?.();
    // Whoever has only a token makes no tokens: this is somebody who logged in.
    const answer = await fetch(`${this.scene.app.url}/api/v1${path}`, {
      method,
      headers: { cookie: this.scene.cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(callLimitMs),
    }).catch(() => null);
    this.waiting.get('answer')?.();
    if (answer?.status !== expected) return null;
    const text = await answer.text().catch(() => null);
    return text === null ? null : (JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>);
  }
}
