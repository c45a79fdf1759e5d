import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState, memo, type ReactNode } from 'react';
import { type Run } from '../../api/stream';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { count, clock, exact } from '../../components/format';
import { isUnfinished } from '../../components/run-status';
import { useMessages } from '../../i18n/messages';
import { problemsOf } from './log-problems';
import { type Line, type Log, useLog, readPages } from './use-log';
import { useZone } from '../../components/timezone';
import { useAction } from '../../components/action';

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

const LogLine = memo(function LogLine({ line, mark, isProblem, isCurrent }: LogLineProps) {
  const { id, at, text } = line;
  const { wholeLine } = useMessages('run');
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

function save(name: string, lines: readonly Line[]): void {
  const text = lines.map(({ at, text: said }) => `${at} ${said}\n`);
  const address = URL.createObjectURL(new Blob(text, { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by the time it is asked for anything else.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The whole log as a file, read anew from its first line: the page keeps only the last ones. */
function SaveLog({ run }: { readonly run: Run }) {
  const messages = useMessages('run');
  const { problem, act } = useAction();
  const [read, setRead] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  const start = () =>
    act(async () => {
      const lines: Line[] = [];
      const { signal } = (stop.current = new AbortController());
      try {
        setRead(0);
        await readPages(run, (page) => setRead(lines.push(...page)), { signal });
        save(`${run.uniqueName.replaceAll(/[^\w.-]+/g, '_')}.log`, lines);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        setRead(null);
      }
    });
  return (
    <>
      {read === null ? (
        <button type="button" onClick={start}>
          {messages.download}
        </button>
      ) : (
        <>
          <span role="status">{messages.downloading(count(read))}</span>
          <button type="button" onClick={() => stop.current?.abort()}>
            {messages.stopDownload}
          </button>
        </>
      )}
      <ErrorMessage problem={problem} />
    </>
  );
}

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
  const messages = useMessages('run');
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
          label={messages.onlyProblems}
          checked={wanted.onlyProblems}
          choose={(onlyProblems) => setWanted({ ...wanted, onlyProblems })}
        />
        {isUnfinished(run) && <Check label={messages.follow} checked={follow} choose={setFollow} />}
        <Problems
          of={problems}
          goTo={(id) => {
            setFollow(false);
            problems.goTo(id);
          }}
        />
        <span className="far">
          <span className="quiet" role="status">
            {!isAll && messages.matches(count(lines.length), count(log.lines.length))}
          </span>
          <SaveLog run={run} />
          <AsCurl path={`/operations/runs/${run.jobId}/log?director=${encodeURIComponent(run.director)}`} />
        </span>
      </div>
      <ErrorMessage problem={log.problem} retry={log.readOn} />
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
  const messages = useMessages('run');
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
    <span className="row" role="group" aria-label={messages.problems}>
      <span role="status">{at < 0 ? messages.problemCount(ids.length) : messages.problemOf(at + 1, ids.length)}</span>
      {step(messages.previousProblem, '↑', at > 0 ? ids[at - 1] : undefined)}
      {step(messages.nextProblem, '↓', ids[at + 1])}
    </span>
  );
}

function Find({ text, choose }: { readonly text: string; readonly choose: (text: string) => void }) {
  return (
    <label>
      {useMessages('run').find}
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
  const messages = useMessages('run');
  const [chosen, setDrawn] = useState(drawnLines);
  // The problem that the user is at is always drawn, with some lines before it.
  const place = current === null ? -1 : lines.findIndex(({ id }) => id === current);
  const drawn = place < 0 ? chosen : Math.max(chosen, lines.length - place + linesBefore);
  const shown = lines.slice(-drawn);
  return (
    <div className="log" ref={box} data-status={status} role="log" aria-label={messages.logLines} tabIndex={0}>
      {log.isCut && <div className="quiet">{messages.cut}</div>}
      {shown.length < lines.length && (
        <button type="button" className="bare" onClick={() => setDrawn(drawn + drawnLines)}>
          {messages.earlier}
        </button>
      )}
      {lines.length === 0 && <p className="quiet">{log.lines.length === 0 ? messages.noLine : messages.noneFound}</p>}
      {shown.map((line) => (
        <LogLine key={line.id} {...{ line, mark }} isProblem={ofLog.has(line.id)} isCurrent={line.id === current} />
      ))}
    </div>
  );
}
