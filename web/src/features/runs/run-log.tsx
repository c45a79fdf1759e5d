import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { type Run } from '../../api/stream';
import { AsCurl } from '../../components/copy-as-curl';
import { Fault } from '../../components/error-message';
import { count } from '../../components/format';
import { isUnfinished } from '../../components/run-status';
import { useWords } from '../../i18n/messages';
import { LogLine } from './log-line';
import { problemsOf } from './log-problems';
import { runWords } from './run.messages';
import { SaveLog } from './save-log';
import { type Line, type Log, useLog } from './use-log';

/** So many lines are drawn; more where somebody asks for them. */
const drawnLines = 1000;
const linesBefore = 20;
/** Pixels; the line before a problem stays in view. */
const spaceAbove = 24;

interface Wanted {
  readonly text: string;
  readonly onlyProblems: boolean;
}

function found(lines: readonly Line[], problems: ReadonlySet<number>, wanted: Wanted): readonly Line[] {
  const { text, onlyProblems } = wanted;
  const part = text.trim().toLowerCase();
  if (part === '' && !onlyProblems) return lines;
  return lines.filter((line) => (!onlyProblems || problems.has(line.id)) && line.text.toLowerCase().includes(part));
}

export function RunLog({ run }: { readonly run: Run }) {
  const words = useWords(runWords);
  const log = useLog(run);
  const [wanted, setWanted] = useState<Wanted>({ text: '', onlyProblems: false });
  // Of a run that has ended nothing more comes: its log opens at the first problem instead.
  const [follow, setFollow] = useState(() => isUnfinished(run));
  const box = useRef<HTMLDivElement>(null);
  const ofLog = useMemo(() => problemsOf(log.lines), [log.lines]);
  const lines = found(log.lines, ofLog, useDeferredValue(wanted));
  const problems = useProblems(box, { lines, ofLog, opens: log.isRead && !follow });
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
        {isUnfinished(run) && <Check label={words.follow} checked={follow} choose={setFollow} />}
        <Problems
          of={problems}
          goTo={(id) => {
            setFollow(false);
            problems.goTo(id);
          }}
        />
        <span className="far">
          <span className="quiet" role="status">
            {!isAll && words.matches(count(lines.length), count(log.lines.length))}
          </span>
          <SaveLog run={run} />
          <AsCurl path={`/operations/runs/${run.jobId}/log?director=${encodeURIComponent(run.director)}`} />
        </span>
      </div>
      <Fault problem={log.problem} retry={log.readOn} />
      <Lines {...{ box, lines, log, ofLog }} status={run.status} mark={wanted.text.trim()} current={problems.current} />
    </div>
  );
}

interface ShownLines {
  readonly lines: readonly Line[];
  /** Ids of the lines of the whole log that report a problem. */
  readonly ofLog: ReadonlySet<number>;
}

interface ProblemPlace {
  /** Ids of the lines that report a problem, in their order. */
  readonly ids: readonly number[];
  /** The one that the user is at. */
  readonly current: number | null;
  readonly goTo: (id: number) => void;
}

/** The problems among these lines; the first comes into view when the log `opens`. */
function useProblems(
  box: RefObject<HTMLElement | null>,
  { lines, ofLog, opens }: ShownLines & { readonly opens: boolean },
): ProblemPlace {
  const ids = useMemo(() => lines.filter(({ id }) => ofLog.has(id)).map(({ id }) => id), [lines, ofLog]);
  const [chosen, setChosen] = useState<number | null>(null);
  const current = chosen !== null && ids.includes(chosen) ? chosen : null;
  const first = ids[0];
  useEffect(() => {
    if (opens && chosen === null && first !== undefined) setChosen(first);
  }, [opens, chosen, first]);
  useEffect(() => {
    if (current === null) return;
    // The box alone scrolls: the page stays where it is.
    const line = box.current?.querySelector<HTMLElement>(`[data-line="${current}"]`);
    if (line && box.current) box.current.scrollTop = line.offsetTop - box.current.offsetTop - spaceAbove;
  }, [box, current]);
  return { ids, current, goTo: setChosen };
}

function Problems({ of: { ids, current }, goTo }: { readonly of: ProblemPlace; readonly goTo: (id: number) => void }) {
  const words = useWords(runWords);
  if (ids.length === 0) return null;
  const at = current === null ? -1 : ids.indexOf(current);
  const step = (label: string, sign: string, to: number | undefined) => (
    <button
      {...({ type: 'button', 'aria-label': label, title: label, disabled: to === undefined } as const)}
      onClick={() => to !== undefined && goTo(to)}
    >
      {sign}
    </button>
  );
  return (
    <span className="row" role="group" aria-label={words.problems}>
      <span role="status">{at < 0 ? words.problemCount(ids.length) : words.problemOf(at + 1, ids.length)}</span>
      {step(words.previousProblem, '↑', at > 0 ? ids[at - 1] : undefined)}
      {step(words.nextProblem, '↓', ids[at + 1])}
    </span>
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

interface LinesProps extends ShownLines {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly log: Log;
  readonly status: Run['status'];
  readonly mark: string;
  readonly current: number | null;
}

function Lines({ box, lines, ofLog, log, status, mark, current }: LinesProps) {
  const words = useWords(runWords);
  const [chosen, setDrawn] = useState(drawnLines);
  // The problem that the user is at is always drawn, with some lines before it.
  const place = current === null ? -1 : lines.findIndex(({ id }) => id === current);
  const drawn = place < 0 ? chosen : Math.max(chosen, lines.length - place + linesBefore);
  const shown = lines.slice(-drawn);
  return (
    <div className="log" ref={box} data-status={status} role="log" aria-label={words.logLines} tabIndex={0}>
      {log.isCut && <div className="quiet">{words.cut}</div>}
      {shown.length < lines.length && (
        <button type="button" className="bare" onClick={() => setDrawn(drawn + drawnLines)}>
          {words.earlier}
        </button>
      )}
      {lines.length === 0 && <p className="quiet">{log.lines.length === 0 ? words.noLine : words.noneFound}</p>}
      {shown.map((line) => (
        <LogLine key={line.id} {...{ line, mark }} isProblem={ofLog.has(line.id)} isCurrent={line.id === current} />
      ))}
    </div>
  );
}
