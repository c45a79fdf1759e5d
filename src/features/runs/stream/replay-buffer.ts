export interface FeedEvent {
  readonly id: string;
  readonly type: 'run' | 'reset';
  readonly director: string;
  /** JSON in one line. */
  readonly data: string;
}

interface Kept {
  readonly event: FeedEvent;
  readonly number: number;
  readonly at: number;
}

/** A stream that was cut takes up again within this time. */
const keptMs = 10 * 60_000;
const mostKept = 2_000;

/** The events of the last ten minutes. Ids hold a word that changes with each start of the console, so that old ones are not taken for new. */
export class ReplayBuffer {
  private kept: Kept[] = [];
  private last = 0;

  constructor(private readonly word: string) {}

  get lastId(): string {
    return this.idOf(this.last);
  }

  add(director: string, type: FeedEvent['type'], data: string, now: Date): FeedEvent {
    this.last += 1;
    const event = { id: this.idOf(this.last), type, director, data };
    this.kept.push({ event, number: this.last, at: now.getTime() });
    if (this.kept.length > mostKept) this.kept.shift();
    return event;
  }

  /** What came after this id, or null where something that came after it is forgotten or the id is not ours. */
  since(id: string, now: Date): readonly FeedEvent[] | null {
    this.kept = this.kept.filter(({ at }) => now.getTime() - at <= keptMs);
    const number = this.numberOf(id);
    if (number === null || number > this.last) return null;
    const oldest = this.kept[0]?.number ?? this.last + 1;
    if (number + 1 < oldest) return null;
    return this.kept.filter((known) => known.number > number).map(({ event }) => event);
  }

  private idOf(number: number): string {
    return `${this.word}-${number}`;
  }

  private numberOf(id: string): number | null {
    const [word, number, ...rest] = id.split('-');
    return word === this.word && rest.length === 0 && /^\d{1,15}$/.test(number ?? '') ? Number(number) : null;
  }
}
