import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type Response } from 'express';
import { CallerCheck } from '../../../domain/revalidation.js';
import { type Principal } from '../../../domain/principal.js';
import { CallerStreams } from '../../../http/caller-streams.js';
import { type StreamEvent } from './replay-buffer.js';
import { RunEventBus } from './run-event-bus.js';
import { whenClosed } from '../../../http/when-closed.js';

/** A listener that reads this much slower than events come is cut; it takes up again by its Last-Event-ID. */
const mostWaitingBytes = 1024 * 1024;

interface SentEvent {
  readonly event: string;
  readonly data: string;
  readonly id?: string;
}

/** Writes server-sent events (WHATWG HTML, server-sent events) to one response. */
class EventStream {
  constructor(private readonly response: Response) {}

  /** Sends the head; `id` is the listener's position, `retryMs` the delay before it reconnects. */
  begin(id: string, retryMs: number): void {
    this.response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      // A proxy that compresses or buffers would delay events.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    });
    this.response.flushHeaders();
    this.write(`retry: ${retryMs}\nid: ${id}\n\n`);
  }

  send({ event, data, id }: SentEvent): void {
    this.write(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`);
  }

  /** A line without meaning, so that proxies and listeners see that the stream lives. */
  sendHeartbeat(): void {
    this.write(': beat\n\n');
  }

  /** Sends the reason, and ends the stream. */
  end(reason: string): void {
    if (this.response.writableEnded) return;
    this.send({ event: 'bye', data: JSON.stringify({ reason }) });
    this.response.end();
  }

  private write(text: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.response.write(text);
    if (this.response.writableLength > mostWaitingBytes) this.response.destroy();
  }
}

const heartbeatMs = 15_000;
/** A revoked token or an ended session is noticed within five seconds. */
const checkMs = 4_000;
const retryMs = 2_000;

export interface StreamRequest {
  readonly principal: Principal;
  /** Names of the Directors whose runs are wanted. */
  readonly directors: ReadonlySet<string>;
  readonly lastEventId: string | undefined;
}

/** The open streams: how many each caller has, whether each caller may still listen, and their end at shutdown. */
@Injectable()
export class RunStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<EventStream>();

  constructor(
    private readonly feed: RunEventBus,
    private readonly callers: CallerCheck,
    private readonly limit: CallerStreams,
  ) {}

  /** Rejects a sixth stream of one caller before anything is sent. */
  start(request: StreamRequest, response: Response): void {
    const stream = new EventStream(response);
    const leave = this.enter(request.principal, stream);
    const stops = [
      leave,
      this.catchUp(request, stream),
      this.sendHeartbeat(stream),
      this.check(request.principal, stream),
    ];
    whenClosed(response, () => {
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

  /** Sends the missed events, then the live ones. No step is asynchronous, so none can be lost in between. */
  private catchUp({ directors, lastEventId }: StreamRequest, stream: EventStream): () => void {
    const missed = lastEventId === undefined ? [] : this.feed.since(lastEventId);
    stream.begin(missed === null || lastEventId === undefined ? this.feed.lastId : lastEventId, retryMs);
    if (missed === null) stream.send({ event: 'reset', data: '{}', id: this.feed.lastId });
    const pass = ({ id, type, director, data }: StreamEvent): void => {
      if (directors.has(director)) stream.send({ event: type, data, id });
    };
    for (const event of missed ?? []) pass(event);
    return this.feed.follow(pass);
  }

  private sendHeartbeat(stream: EventStream): () => void {
    const timer = setInterval(() => stream.sendHeartbeat(), heartbeatMs);
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
