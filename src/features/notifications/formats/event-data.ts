import { oneLine, printedLines } from './plain-text.js';

/** Reads of an event's data: what is missing or of another type than the contract says is null, for a message must still go out. */
export class EventData {
  constructor(private readonly data: Readonly<Record<string, unknown>>) {}

  /** One clean line; null for an empty text as well. */
  text(name: string, limit = 200): string | null {
    const value = this.data[name];
    if (typeof value !== 'string') return null;
    return oneLine(value, limit) || null;
  }

  number(name: string): number | null {
    const value = this.data[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : null;
  }

  isFalse(name: string): boolean {
    return this.data[name] === false;
  }

  time(name: string): Date | null {
    const value = this.data[name];
    if (!(value instanceof Date) && typeof value !== 'string') return null;
    const time = new Date(value);
    return Number.isNaN(time.getTime()) ? null : time;
  }

  inner(name: string): EventData {
    const value = this.data[name];
    return new EventData(isRecord(value) ? value : {});
  }

  /** A list of texts, or of records with a `text`, each as one line; the last `count`. */
  lines(name: string, count: number, limit: number): string[] {
    return this.texts(name, count).map((each) => oneLine(each, limit));
  }

  /** The same as they are printed: a text may have several lines, of which the last `most` are taken. */
  printed(name: string, count: number, most: number, limit: number): string[] {
    return this.texts(name, count)
      .flatMap((each) => printedLines(each, limit))
      .slice(-most);
  }

  private texts(name: string, count: number): string[] {
    const value = this.data[name];
    if (!Array.isArray(value)) return [];
    const texts = value.slice(-count).map((each: unknown) => (isRecord(each) ? each.text : each));
    return texts.filter((each) => typeof each === 'string');
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
