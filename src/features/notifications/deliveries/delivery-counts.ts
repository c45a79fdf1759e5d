import { Injectable } from '@nestjs/common';
import { type AttemptVerdict, type DeliveryStatus } from './delivery.js';

/** A counter by channel and word. */
export type CountRow = readonly [channel: string, word: string, count: number];

/** What became of tries and deliveries in this process since it began: the log of deliveries forgets, a counter must not. */
@Injectable()
export class DeliveryCounts {
  private readonly tries = new Map<string, Map<string, number>>();
  private readonly ends = new Map<string, Map<string, number>>();

  /** Of a try that is on record; a status of `waiting` is no end. */
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
