import { type Look } from '../../components/state';
import { type Entry, isLate, isSlow, lookOfEntry } from './entries';

/** What is drawn into the fill, so that a state is told without its color. */
const glyphs: Readonly<Record<Look, string>> = {
  ok: 'M6 8.200l1.500 1.500L10 6.500',
  warn: 'M8 5.500v3M8 10.200v.3',
  bad: 'M6.300 6.300l3.400 3.400M9.700 6.300L6.300 9.700',
  busy: 'M7 5.800v4.400L10 8z',
  off: 'M6 8h4',
};

/** States that their look alone does not tell apart: hands of a clock, three dots, a pause. */
const ownGlyphs: Readonly<Partial<Record<Entry['state'], string>>> = {
  planned: 'M8 4.800V8l2 1.500',
  queued: 'M5.400 8h.1M8 8h.1M10.600 8h.1',
  waiting: 'M6.600 6v4M9.400 6v4',
};

/**
 * Ran: a fill, in an outline where it was planned, round where it was not. A ring alone: planned, without a run. Dashed: late;
 * underlined: overlong.
 */
export function Mark({ entry }: { readonly entry: Entry }) {
  const look = lookOfEntry(entry);
  const hasRun = entry.run !== null;
  return (
    <svg className="mark" viewBox="0 0 16 16" data-look={look} data-state={entry.state} aria-hidden="true">
      <Shape run={hasRun} planned={entry.plannedAt !== null} late={isLate(entry)} />
      <path className={hasRun ? 'glyph' : 'sign'} d={ownGlyphs[entry.state] ?? glyphs[look]} />
      <SlowTail of={isSlow(entry)} />
    </svg>
  );
}

function SlowTail({ of }: { readonly of: boolean }) {
  return of && <path className="tail" d="M1 15.300h14" />;
}

interface ShapeProps {
  readonly run: boolean;
  readonly planned: boolean;
  readonly late?: boolean;
}

function Shape({ run, planned, late = false }: ShapeProps) {
  if (!planned) return <circle className="fill" cx="8" cy="8" r="6" />;
  if (!run) return <circle className="outline" data-late={late || undefined} cx="8" cy="8" r="6.500" />;
  return (
    <>
      <rect className="outline" data-late={late || undefined} x="1" y="1" width="14" height="14" rx="2" />
      <rect className="fill" x="3" y="3" width="10" height="10" rx="1" />
    </>
  );
}

/** The mark of an entry that is not there: for the legend. It has the sign that most entries of its shape have. */
export function SampleMark({ slow = false, ...shape }: ShapeProps & { readonly slow?: boolean }) {
  return (
    <svg className="mark" viewBox="0 0 16 16" data-look="off" aria-hidden="true">
      <Shape {...shape} />
      <path className={shape.run ? 'glyph' : 'sign'} d={shape.run ? glyphs.ok : ownGlyphs.planned} />
      <SlowTail of={slow} />
    </svg>
  );
}
