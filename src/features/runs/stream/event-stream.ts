import { type Response } from 'express';

/** A listener that reads this much slower than events come is cut; it takes up again by its Last-Event-ID. */
const mostWaitingBytes = 1024 * 1024;

export interface SentEvent {
  readonly event: string;
  readonly data: string;
  readonly id?: string;
}

/** Writes server-sent events (WHATWG HTML, server-sent events) to one response. */
export class EventStream {
  constructor(private readonly response: Response) {}

  /** Sends the head; `id` is where the listener stands, `retryMs` how soon it comes back after a cut. */
  begin(id: string, retryMs: number): void {
    this.response.status(200).set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      // A proxy that compresses or collects would hold events back.
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
  beat(): void {
    this.write(': beat\n\n');
  }

  /** Says why, and ends. */
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
