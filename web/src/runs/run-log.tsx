import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { type Run } from '../api/stream';
import { AsCurl } from '../parts/as-curl';
import { Fault } from '../parts/fault';
import { count } from '../parts/format';
import { useWords } from '../words/words';
import { isProblem, LogLine } from './log-line';
import { runWords } from './run.words';
import { SaveLog } from './save-log';
import { type Line, type Log, useLog } from './use-log';

/** So many lines are drawn; more where somebody asks for them. */
const drawnLines = 1000;

interface Wanted {
  readonly text: string;
  readonly onlyProblems: boolean;
}

function found(lines: readonly Line[], { text, onlyProblems }: Wanted): readonly Line[] {
  const part = text.trim().toLowerCase();
  if (part === '' && !onlyProblems) return lines;
  return lines.filter((line) => (!onlyProblems || isProblem(line.text)) && line.text.toLowerCase().includes(part));
}

export function RunLog({ run }: { readonly run: Run }) {
  const words = useWords(runWords);
  const log = useLog(run);
  const [wanted, setWanted] = useState<Wanted>({ text: '', onlyProblems: false });
  const [follow, setFollow] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const lines = found(log.lines, useDeferredValue(wanted));
  useFollow(box, lines, follow);
  const isAll = lines === log.lines;
  return (
    <div className="run-log">
      <div className="bar">
        <Find text={wanted.text} choose={(text) => setWanted({ ...wanted, text })} />
        <Check
          label={words.onlyProblems}
          checked={wanted.onlyProblems}
          choose={(onlyProblems) => setWanted({ ...wanted, onlyProblems })}
        />
        <Check label={words.follow} checked={follow} choose={setFollow} />
        <span className="far">
          <span className="quiet" role="status">
            {isAll ? words.lines(lines.length) : words.matches(count(lines.length), count(log.lines.length))}
          </span>
          <SaveLog run={run} />
          <AsCurl path={`/operations/runs/${run.jobId}/log?director=${encodeURIComponent(run.director)}`} />
        </span>
      </div>
      <Fault problem={log.problem} retry={log.readOn} />
      <Lines {...{ box, lines, log }} mark={wanted.text.trim()} />
    </div>
  );
}

function Find({ text, choose }: { readonly text: string; readonly choose: (text: string) => void }) {
  return (
    <label>
      {useWords(runWords).find}
      <input
        {...{ type: 'search', className: 'short', value: text, spellCheck: false, autoComplete: 'off' }}
        onChange={({ target }) => choose(target.value)}
      />
    </label>
  );
}

/** The last line stays in view. */
function useFollow(box: RefObject<HTMLElement | null>, lines: readonly Line[], follow: boolean): void {
  useEffect(() => {
    if (follow && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box, follow, lines]);
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly choose: (checked: boolean) => void;
}

function Check({ label, checked, choose }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={({ target }) => choose(target.checked)} /> {label}
    </label>
  );
}

interface LinesProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly lines: readonly Line[];
  readonly log: Log;
  readonly mark: string;
}

function Lines({ box, lines, log, mark }: LinesProps) {
  const words = useWords(runWords);
  const [drawn, setDrawn] = useState(drawnLines);
  const shown = lines.slice(-drawn);
  return (
    <div className="log" ref={box} role="log" aria-label={words.logLines} tabIndex={0}>
      {log.isCut && <div className="quiet">{words.cut}</div>}
      {shown.length < lines.length && (
        <button type="button" className="bare" onClick={() => setDrawn(drawn + drawnLines)}>
          {words.earlier}
        </button>
      )}
      {lines.length === 0 && <p className="quiet">{log.lines.length === 0 ? words.noLine : words.noneFound}</p>}
      {shown.map((line) => (
        <LogLine key={line.id} line={line} mark={mark} />
      ))}
    </div>
  );
}
