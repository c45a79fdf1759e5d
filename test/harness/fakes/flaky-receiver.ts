import { type ServerResponse } from 'node:http';
import { type Answering, type ReceivedPost, WebhookReceiver } from './webhook-receiver.js';

/** `moody` answers each request as it likes; the others are what servers are like for a while. */
export const moods = ['well', 'moody', 'moody', 'moody', 'down', 'hanging'] as const;
export type Mood = (typeof moods)[number];

type Answer = (post: ReceivedPost, response: ServerResponse) => Answering | undefined;

const slowestMs = 400;

/** A receiver that fails in every way there is, and knows what it took: what it answered with 2xx. */
export class FlakyReceiver {
  /** Oldest first. */
  readonly taken: ReceivedPost[] = [];
  /** How often it did anything else. */
  refused = 0;
  /** Called whenever something was taken, as soon as it was. */
  onTaken: () => void = () => undefined;
  private mood: Mood = 'well';
  private readonly hanging = new Set<ServerResponse>();

  private constructor(
    readonly receiver: WebhookReceiver,
    private readonly random: () => number,
  ) {
    receiver.answerWith((post, response) => this.answer(post, response));
  }

  static async start(random: () => number): Promise<FlakyReceiver> {
    return new FlakyReceiver(await WebhookReceiver.start(), random);
  }

  become(mood: Mood): void {
    this.mood = mood;
    // What restarts lets go of what hung.
    if (mood === 'well') for (const response of this.hanging) response.destroy();
  }

  private answer(post: ReceivedPost, response: ServerResponse): Answering | undefined {
    const answers: Readonly<Record<Mood, readonly Answer[]>> = {
      well: [this.take],
      moody: [this.take, this.take, this.take, this.takeSlowly, this.takeAndBreakOff, ...this.refusals],
      down: [this.refuse('cut')],
      hanging: [this.hang, this.take],
    };
    const choices = answers[this.mood];
    return choices[Math.floor(this.random() * choices.length)]!(post, response);
  }

  private readonly take: Answer = (post) => {
    this.note(post);
    return { status: 204 };
  };

  private readonly takeSlowly: Answer = (post, response) => {
    setTimeout(() => {
      response.writeHead(200).end('slowly');
      this.note(post);
    }, this.random() * slowestMs);
    return undefined;
  };

  /** The status is the receiver's word, whatever becomes of the body after it. */
  private readonly takeAndBreakOff: Answer = (post, response) => {
    response.writeHead(202, { 'content-length': '100' });
    response.write('half', () => response.destroy());
    this.note(post);
    return undefined;
  };

  private readonly hang: Answer = (_, response) => {
    this.refused += 1;
    this.hanging.add(response);
    response.on('close', () => this.hanging.delete(response));
    return 'hang';
  };

  private note(post: ReceivedPost): void {
    this.taken.push(post);
    this.onTaken();
  }

  private refuse(answer: Answering): Answer {
    return () => {
      this.refused += 1;
      return answer;
    };
  }

  private get refusals(): readonly Answer[] {
    return [
      this.hang,
      this.refuse('cut'),
      this.refuse({ status: 500, body: 'out of order' }),
      this.refuse({ status: 503 }),
      this.refuse({ status: 429, headers: { 'retry-after': '1' } }),
      this.refuse({ status: 302, headers: { location: '/elsewhere' } }),
    ];
  }
}
