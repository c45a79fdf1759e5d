import { memo, type ReactNode, useState } from 'react';
import { clock, exact } from '../../components/format';
import { useZone } from '../../components/timezone';
import { useWords } from '../../i18n/messages';
import { runWords } from './run.messages';
import { type Line } from './use-log';

/** Longer ones are shown whole only where somebody asks. */
const drawnCharacters = 2000;

interface LogLineProps {
  readonly line: Line;
  readonly isProblem: boolean;
  /** The problem that the user is at. */
  readonly isCurrent: boolean;
  /** A part that is looked for. */
  readonly mark: string;
}

export const LogLine = memo(function LogLine({ line, mark, isProblem, isCurrent }: LogLineProps) {
  const { id, at, text } = line;
  const { wholeLine } = useWords(runWords);
  const zone = useZone();
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > drawnCharacters && !isWhole;
  return (
    <p data-line={id} data-problem={isProblem || undefined} aria-current={isCurrent || undefined}>
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
