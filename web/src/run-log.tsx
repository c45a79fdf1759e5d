import { useCallback, useEffect, useRef, useState } from 'react';
import { ask, asProblem, type Problem, type Schemas } from './api';
import { exact } from './format';
import { Fault } from './parts';

type Line = Schemas['LogLineRecord'];

const readAgainEveryMs = 1000;
const keptLines = 5000;

/**
 * The log, read on from where it stood: the last page is asked again until it is full. When the run ends it is read once
 * more, since its last lines are written with its end.
 */
function useLog(jobId: number, active: boolean): { lines: readonly Line[]; problem: Problem | null } {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const cursor = useRef<string | undefined>(undefined);
  const busy = useRef(false);
  const read = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      for (;;) {
        const query = { limit: 500, ...(cursor.current === undefined ? {} : { cursor: cursor.current }) };
        const page = await ask((api) =>
          api.GET('/api/v1/operations/runs/{jobId}/log', { params: { path: { jobId }, query } }),
        );
        setLines((old) => joined(old, page.items));
        setProblem(null);
        if (page.nextCursor === null) break;
        cursor.current = page.nextCursor;
      }
    } catch (error) {
      setProblem(asProblem(error));
    }
    busy.current = false;
  }, [jobId]);
  useEffect(() => {
    void read();
    const timer = active
      ? setInterval(() => void read(), readAgainEveryMs)
      : setTimeout(() => void read(), readAgainEveryMs);
    return () => clearInterval(timer);
  }, [active, read]);
  return { lines, problem };
}

function joined(old: readonly Line[], page: readonly Line[]): readonly Line[] {
  const last = old.at(-1)?.id ?? -1;
  const fresh = page.filter(({ id }) => id > last);
  return fresh.length === 0 ? old : [...old, ...fresh].slice(-keptLines);
}

export function RunLog({ jobId, active }: { readonly jobId: number; readonly active: boolean }) {
  const { lines, problem } = useLog(jobId, active);
  const [follow, setFollow] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (follow && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [follow, lines]);
  return (
    <section aria-labelledby="log">
      <div className="head">
        <h2 id="log">Log</h2>
        <label className="check">
          <input type="checkbox" checked={follow} onChange={(event) => setFollow(event.target.checked)} /> Follow
        </label>
      </div>
      <Fault problem={problem} />
      <div className="log" ref={box} role="log" aria-label="Log lines" tabIndex={0}>
        {lines.length === 0 && <p className="quiet">No line yet.</p>}
        {lines.map((line) => (
          <p key={line.id}>
            <time dateTime={line.at} title={exact(line.at)}>
              {new Date(line.at).toLocaleTimeString('en-GB')}
            </time>{' '}
            {line.text}
          </p>
        ))}
      </div>
    </section>
  );
}
