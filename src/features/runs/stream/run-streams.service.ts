import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { CallerCheck } from '../../../domain/revalidation.js';
import { type Principal } from '../../../domain/principal.js';
import { CallerStreams } from '../../../http/caller-streams.js';
import { EventStream } from './event-stream.js';
import { type FeedEvent } from './replay-buffer.js';
import { RunFeed } from './run-event-bus.js';

const beatMs = 15_000;
/** A revoked token or an ended session is noticed within five seconds. */
const checkMs = 4_000;
const retryMs = 2_000;

export interface StreamWish {
  readonly principal: Principal;
  /** Names of the Directors whose runs are wanted. */
  readonly directors: ReadonlySet<string>;
  readonly lastEventId: string | undefined;
}

/** The open streams: who has how many, whether each caller may still listen, and their end with the console. */
@Injectable()
export class RunStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<EventStream>();

  constructor(
    private readonly feed: RunFeed,
    private readonly callers: CallerCheck,
    private readonly limit: CallerStreams,
  ) {}

  /** Refuses a sixth stream of one caller before anything is sent. */
  start(wish: StreamWish, response: Response): void {
    const stream = new EventStream(response);
    const leave = this.enter(wish.principal, stream);
    const stops = [leave, this.catchUp(wish, stream), this.beat(stream), this.check(wish.principal, stream)];
    response.once('close', () => {
      for (const stop of stops) stop();
    });
  }

  beforeApplicationShutdown(): void {
    for (const stream of this.open) stream.end('The console is stopping.');
  }

  private enter(principal: Principal, stream: EventStream): () => void {
    const leave = this.limit.enter(principal);
    this.open.add(stream);
    return () => {
      this.open.delete(stream);
      leave();
    };
  }

  /** Sends what was missed, then what comes. Nothing can come in between: no step here waits. */
  private catchUp({ directors, lastEventId }: StreamWish, stream: EventStream): () => void {
    const missed = lastEventId === undefined ? [] : this.feed.since(lastEventId);
    stream.begin(missed === null || lastEventId === undefined ? this.feed.lastId : lastEventId, retryMs);
    if (missed === null) stream.send({ event: 'reset', data: '{}', id: this.feed.lastId });
    const pass = ({ id, type, director, data }: FeedEvent): void => {
      if (directors.has(director)) stream.send({ event: type, data, id });
    };
    for (const event of missed ?? []) pass(event);
    return this.feed.follow(pass);
  }

  private beat(stream: EventStream): () => void {
    const timer = setInterval(() => stream.beat(), beatMs);
    return () => clearInterval(timer);
  }

  private check(principal: Principal, stream: EventStream): () => void {
    const timer = setInterval(() => {
      this.callers.isStillValid(principal).then(
        (isValid) => {
          if (!isValid) stream.end('The session or token has ended.');
        },
        () => stream.end('Could not check whether you still have access.'),
      );
    }, checkMs);
    return () => clearInterval(timer);
  }
}
