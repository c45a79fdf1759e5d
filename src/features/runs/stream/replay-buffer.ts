export interface StreamEvent {
  readonly id: string;
  readonly type: 'run' | 'reset';
  readonly director: string;
  /** JSON in one line. */
  readonly data: string;
}

interface BufferedEvent {
  readonly event: StreamEvent;
  readonly number: number;
  readonly at: number;
}

/** A stream that was cut takes up again within this time. */
const cacheMs = 10 * 60_000;
const maxEvents = 2_000;

/**
 * The events of the last ten minutes. Ids contain a value that changes with each start of the console, so that old ids are not
 * mistaken for new ones.
 */
export class ReplayBuffer {
  private events: BufferedEvent[] = [];
  private last = 0;

  constructor(private readonly word: string) {}

  get lastId(): string {
    return this.idOf(this.last);
  }

  add(director: string, type: StreamEvent['type'], data: string, now: Date): StreamEvent {
    this.last += 1;
    const event = { id: this.idOf(this.last), type, director, data };
    this.events.push({ event, number: this.last, at: now.getTime() });
    if (this.events.length > maxEvents) this.events.shift();
    return event;
  }

  /** The events after this id, or null if some of them are no longer buffered or the id is unknown. */
  since(id: string, now: Date): readonly StreamEvent[] | null {
    this.events = this.events.filter(({ at }) => now.getTime() - at <= cacheMs);
    const number = this.numberOf(id);
    if (number === null || number > this.last) return null;
    const oldest = this.events[0]?.number ?? this.last + 1;
    if (number + 1 < oldest) return null;
    return this.events.filter((known) => known.number > number).map(({ event }) => event);
  }

  private idOf(number: number): string {
    return `${this.word}-${number}`;
  }

  private numberOf(id: string): number | null {
    const [word, number, ...rest] = id.split('-');
    return word === this.word && rest.length === 0 && /^\d{1,15}$/.test(number ?? '') ? Number(number) : null;
  }
}
