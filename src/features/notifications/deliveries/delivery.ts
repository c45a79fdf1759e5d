import { Injectable } from '@nestjs/common';

/** `superseded`: its subject changed again before it was sent; `canceled`: its channel was removed or switched off. */
export const deliveryStatuses = ['waiting', 'sending', 'delivered', 'failed', 'superseded', 'canceled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** `incident_end`: a trouble is over whose end is no event. */
export const deliveryKinds = ['event', 'summary', 'channel_failing', 'incident_end'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** Kinds that are made of no event. */
export const kindsWithoutEvents: readonly DeliveryKind[] = ['channel_failing', 'incident_end'];

/** `unknown`: the process ended during the try, so it is not known whether the message arrived. */
export type AttemptVerdict = 'delivered' | 'retry' | 'gone' | 'unknown';

/** The channel that notifies every process of planned or due deliveries. */
export const deliveriesChannel = 'deliveries';

/** Longer summaries are hard to read; the next one continues. */
export const mostEventsOfSummary = 1_000;

/** A counter by channel and word. */
export type CountRow = readonly [channel: string, word: string, count: number];

/** What became of tries and deliveries in this process since it began: the log of deliveries forgets, a counter must not. */
@Injectable()
export class DeliveryCounts {
  private readonly tries = new Map<string, Map<string, number>>();
  private readonly ends = new Map<string, Map<string, number>>();

  /** Status of a recorded try; `waiting` is not final. */
  note(channel: string, verdict: AttemptVerdict, status: DeliveryStatus): void {
    countUp(this.tries, channel, verdict);
    if (status !== 'waiting') this.noteEnd(channel, status);
  }

  noteEnd(channel: string, status: DeliveryStatus): void {
    countUp(this.ends, channel, status);
  }

  tried(): CountRow[] {
    return rowsOf(this.tries);
  }

  ended(): CountRow[] {
    return rowsOf(this.ends);
  }
}

function countUp(counts: Map<string, Map<string, number>>, channel: string, word: string): void {
  const words = counts.get(channel) ?? new Map<string, number>();
  counts.set(channel, words.set(word, (words.get(word) ?? 0) + 1));
}

function rowsOf(counts: ReadonlyMap<string, ReadonlyMap<string, number>>): CountRow[] {
  return [...counts].flatMap(([channel, words]) => [...words].map(([word, count]): CountRow => [channel, word, count]));
}
