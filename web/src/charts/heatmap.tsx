import { type Schemas } from '../api/request';
import { keptTimes } from '../components/format-cache';
import { type Look } from '../components/state';
import { useMessages } from '../i18n/messages';
import './heatmap.css';

/**
 * What became of a run, or of a client's day. `unusual`: a run that succeeded and is far from typical. `unfinished`: a day with runs
 * that are queued, waiting or running. `before`: a day before the first one with data.
 */
export type Outcome = Schemas['DayOutcome'] | Schemas['RunStatus'] | 'unusual' | 'unfinished' | 'before';

interface Shape {
  readonly look: Look;
  /** In a square of 16. */
  readonly path: string;
  /** Drawn as a line; else filled. */
  readonly isLine?: boolean;
}

const arrow: Shape = { look: 'busy', path: 'M3.500 2.500L13.500 8L3.500 13.500z' };
const notify: Shape = { look: 'off', path: 'M8 4.500a3.500 3.500 0 1 0 0 7a3.500 3.500 0 0 0 0-7z', isLine: true };

/** Each has a shape of its own, so that nobody needs the color. */
const shapes: Readonly<Record<Outcome, Shape>> = {
  completed: { look: 'ok', path: 'M2.500 2.500h11v11h-11z' },
  warning: { look: 'warn', path: 'M8 2L14.500 13.500h-13z' },
  unusual: { look: 'warn', path: 'M8 3.500L13.500 13h-11z', isLine: true },
  error: {
    look: 'bad',
    path: 'M4.500 2L8 5.500L11.500 2L14 4.500L10.500 8L14 11.500L11.500 14L8 10.500L4.500 14L2 11.500L5.500 8L2 4.500z',
  },
  canceled: { look: 'off', path: 'M3 3h10v10h-10zM3 13L13 3', isLine: true },
  running: arrow,
  unfinished: arrow,
  queued: notify,
  waiting: { ...notify, look: 'warn' },
  missed: { look: 'bad', path: 'M3 3h10v10h-10z', isLine: true },
  pending: notify,
  noneDue: { look: 'off', path: 'M5 8h6', isLine: true },
  before: { look: 'off', path: 'M7.250 7.250h1.500v1.500h-1.500z' },
  unknown: { look: 'off', path: 'M5.500 6a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .7-1 1.500M8 12.200v.8', isLine: true },
};

/** The picture of one outcome; beside or below a word that says it. */
export function Square({ of }: { readonly of: Outcome }) {
  const { look, path, isLine = false } = shapes[of];
  return (
    <svg className="square" viewBox="0 0 16 16" data-look={look} data-line={isLine || undefined} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** Marks days before the first one with data as `before`, and `running` as `unfinished`: the API counts queued runs as running, too. */
export function outcomesOf(days: readonly { readonly outcome: Outcome }[]): readonly Outcome[] {
  const first = days.findIndex(({ outcome }) => outcome !== 'unknown');
  return days.map(({ outcome }, index) => {
    if (index < first) return 'before';
    return outcome === 'running' ? 'unfinished' : outcome;
  });
}

export interface SquareOf {
  readonly key: string;
  readonly outcome: Outcome;
  /** Its time and what became of it: "Fri, Nov 27: succeeded". */
  readonly text: string;
}

interface SquaresProps {
  /** All of them in a sentence. */
  readonly label: string;
  /** The oldest first. */
  readonly of: readonly SquareOf[];
  /** The first and the last date, or null where something beside them says it. */
  readonly span: string | null;
}

/** A row of outcomes, the oldest first; each says its own on hover and to a screen reader. */
export function Squares({ label, of, span }: SquaresProps) {
  return (
    <span className="squares" role="group" aria-label={label}>
      <span>
        {of.map(({ key, outcome, text }) => (
          <span key={key} role="img" aria-label={text} title={text}>
            <Square of={outcome} />
          </span>
        ))}
      </span>
      {span !== null && <span className="squares-span quiet">{span}</span>}
    </span>
  );
}

const days = keptTimes({ month: 'short', day: 'numeric' });

/** From when to when in as few words as a language allows: "Nov 14 – 27". */
export function daySpan(first: string, last: string, zone: string | undefined): string {
  // A run that was started first may have ended last.
  const times = [Date.parse(first), Date.parse(last)];
  return days(zone).formatRange(Math.min(...times), Math.max(...times));
}

const legendOrder: readonly Outcome[] = [
  ...(['completed', 'unusual', 'warning', 'error', 'canceled', 'unfinished', 'running', 'queued', 'waiting'] as const),
  ...(['missed', 'pending', 'noneDue', 'before', 'unknown'] as const),
];

/** What the shapes of these outcomes mean; each once. */
export function SquareLegend({ of }: { readonly of: Iterable<Outcome> }) {
  const { outcomes, legend } = useMessages('heatmap');
  const shown = new Set(of);
  return (
    <ul className="square-legend" aria-label={legend}>
      {legendOrder
        .filter((outcome) => shown.has(outcome))
        .map((outcome) => (
          <li key={outcome}>
            <Square of={outcome} /> {outcomes[outcome]}
          </li>
        ))}
    </ul>
  );
}
