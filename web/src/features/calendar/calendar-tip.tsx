import { useMessages } from '../../i18n/messages';
import { clockOf, gravityOf } from './calendar-cell';
import { type PlacedEntry, type Spot } from './entries';
import { stateWord } from './calendar-summary';

const mostLines = 8;
const width = 320;
/** So much is kept free of it below a spot; where there is less it is above. */
const room = 220;
const gap = 4;

/** What is said of a spot, and where, in pixels of the box around the calendar. */
export interface Tip {
  readonly at: Element;
  readonly spot: Spot;
  readonly title: string;
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
}

/** Beside the spot: below it, or above where the window ends. */
export function tipAt(spot: Spot, title: string, at: Element, box: Element): Tip {
  const [own, around] = [at.getBoundingClientRect(), box.getBoundingClientRect()];
  const left = Math.max(0, Math.min(own.left - around.left, around.width - width));
  const isLow = own.bottom + room > innerHeight && own.top > room;
  return {
    at,
    spot,
    title,
    left,
    ...(isLow ? { bottom: around.bottom - own.top + gap } : { top: own.bottom - around.top + gap }),
  };
}

/** Everything that is known of what is pointed at; to others its name says the same. */
export function CalendarTip({ of: { at: _, spot, title, ...place } }: { readonly of: Tip }) {
  const messages = useMessages('calendar');
  const { entries } = spot;
  const listed = entries.length === 1 ? [] : [...entries].sort(worstFirst).slice(0, mostLines);
  return (
    <div className="calendar-tip" style={{ ...place, width }} aria-hidden="true">
      <p>{title}</p>
      {listed.length > 0 && (
        <ul>
          {listed.map((placed, index) => (
            <li key={index}>
              {clockOf(placed)} {placed.entry.job} · {stateWord(placed.entry.state)}
            </li>
          ))}
          {entries.length > listed.length && <li className="quiet">{messages.more(entries.length - listed.length)}</li>}
        </ul>
      )}
    </div>
  );
}

function worstFirst(a: PlacedEntry, b: PlacedEntry): number {
  return gravityOf(a.entry.state) - gravityOf(b.entry.state) || a.minutes - b.minutes;
}
