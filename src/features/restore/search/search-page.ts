import { type Slice } from '../../../domain/pagination.js';

/** After this time a page ends with what was found, and its cursor goes on from there. */
const readingTimeMs = 4_000;

interface Found<Item, Place> {
  readonly item: Item;
  readonly place: Place;
}

/** A page while it is filled: one row more than it holds tells that there is another page. */
export class FoundPage<Item, Place> {
  private readonly found: Found<Item, Place>[] = [];

  constructor(
    readonly limit: number,
    readonly until = performance.now() + readingTimeMs,
  ) {}

  /** `place` is where to go on behind the row. */
  add(item: Item, place: Place): void {
    this.found.push({ item, place });
  }

  get isFull(): boolean {
    return this.found.length > this.limit;
  }

  get isLate(): boolean {
    return performance.now() > this.until;
  }

  /** How many rows there is room for. */
  get missing(): number {
    return Math.max(0, this.limit - this.found.length);
  }

  /** `stopped`: where reading ended before there was nothing more; null: it came to its end, or the page is full. */
  slice(stopped: Place | null, keyOf: (place: Place) => NonNullable<Slice<Item>['next']>): Slice<Item> {
    const items = this.found.slice(0, this.limit).map(({ item }) => item);
    const last = this.found[this.limit - 1];
    const next = this.isFull && last ? last.place : stopped;
    return { items, next: next === null ? null : keyOf(next) };
  }
}
