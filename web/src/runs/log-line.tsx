import { memo, type ReactNode, useState } from 'react';
import { clock, exact } from '../parts/format';
import { useZone } from '../parts/zone';
import { useWords } from '../words/words';
import { runWords } from './run.words';
import { type Line } from './use-log';

/** As Directors word what went wrong. */
const trouble =
  /\b(fatal|error|errors:\s*[1-9]|warning|cannot|could not|failed|denied|refused|mismatch|missing)\b|ERR=|^\s*Please mount /i;
/** Rows of a closing report that report nothing: "Non-fatal FD errors: 0", "Last Volume Bytes: …", "FD termination status: OK". */
const none = /^\s*[\w /()-]*(?:errors|warnings):\s+0\s*$|termination status:\s+OK\s*$/i;

/** Whether a message of a log reports something that went wrong. A message may have several lines: each is judged alone. */
export function isProblem(text: string): boolean {
  return text.split('\n').some((line) => trouble.test(line) && !none.test(line));
}

/** Longer ones are shown whole only where somebody asks. */
const drawnCharacters = 2000;

interface LogLineProps {
  readonly line: Line;
  /** The problem that the user is at. */
  readonly isCurrent: boolean;
  /** A part that is looked for. */
  readonly mark: string;
}

export const LogLine = memo(function LogLine({ line: { id, at, text }, mark, isCurrent }: LogLineProps) {
  const { wholeLine } = useWords(runWords);
  const zone = useZone();
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > drawnCharacters && !isWhole;
  return (
    <p data-line={id} data-problem={isProblem(text) || undefined} aria-current={isCurrent || undefined}>
      <time dateTime={at} title={exact(at, zone)}>
        {clock(at, zone)}
      </time>{' '}
      {marked(isLong ? `${text.slice(0, drawnCharacters)}…` : text, mark)}
      {isLong && (
        <button type="button" className="bare" onClick={() => setWhole(true)}>
          {' '}
          {wholeLine}
        </button>
      )}
    </p>
  );
});

function marked(text: string, part: string): ReactNode {
  if (part === '') return text;
  const small = text.toLowerCase();
  const pieces: ReactNode[] = [];
  let from = 0;
  for (let at = small.indexOf(part.toLowerCase()); at >= 0; at = small.indexOf(part.toLowerCase(), from)) {
    pieces.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + part.length)}</mark>);
    from = at + part.length;
  }
  return [...pieces, text.slice(from)];
}
