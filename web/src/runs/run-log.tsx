import { useEffect, useRef, useState } from 'react';
import { Fault } from '../parts/fault';
import { exact } from '../parts/format';
import { type Line, useLog } from './use-log';

export function RunLog({ jobId }: { readonly jobId: number }) {
  const { lines, problem, readOn } = useLog(jobId);
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
      <Fault problem={problem} retry={readOn} />
      <div className="log" ref={box} role="log" aria-label="Log lines" tabIndex={0}>
        {lines.length === 0 && <p className="quiet">No line yet.</p>}
        {lines.map((line) => (
          <LogLine key={line.id} line={line} />
        ))}
      </div>
    </section>
  );
}

function LogLine({ line }: { readonly line: Line }) {
  return (
    <p>
      <time dateTime={line.at} title={exact(line.at)}>
        {new Date(line.at).toLocaleTimeString('en-GB')}
      </time>{' '}
      {line.text}
    </p>
  );
}
