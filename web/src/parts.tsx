import { type ReactNode, useRef } from 'react';
import { type Problem, type Schemas } from './api';
import { ago, exact } from './format';
import { useFocusKept } from './title';
import { type Loaded } from './use-data';

const signs: Readonly<Record<string, string>> = {
  completed: '✓',
  active: '✓',
  warning: '!',
  error: '✕',
  running: '▸',
  queued: '…',
  waiting: '…',
};

/** A state: always a sign and its word, the colour only beside them. */
export function State({ of }: { readonly of: Schemas['RunStatus'] | Schemas['TokenStatus'] }) {
  return (
    <span className="state" data-state={of}>
      <span aria-hidden="true">{signs[of] ?? '–'}</span> {of}
    </span>
  );
}

export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={exact(at)}>
      {ago(at)}
    </time>
  );
}

interface FaultProps {
  readonly problem: Problem | null;
  readonly retry?: () => void;
  /** When what still stands below was read. */
  readonly knownAt?: number | null;
}

/** What went wrong in the API's own words, and what to name when asking for help. */
export function Fault({ problem, retry, knownAt = null }: FaultProps) {
  return <div role="alert">{problem && <FaultText {...{ problem, knownAt }} {...(retry ? { retry } : {})} />}</div>;
}

function FaultText({ problem, retry, knownAt }: FaultProps & { readonly problem: Problem }) {
  const box = useRef<HTMLDivElement>(null);
  useFocusKept(box);
  return (
    <div className="fault" ref={box}>
      <p>
        <strong>{problem.title}.</strong> {problem.detail}
      </p>
      {knownAt !== null && knownAt !== undefined && (
        <p className="quiet">Below is what was known at {new Date(knownAt).toLocaleTimeString('en-GB')}.</p>
      )}
      {problem.requestId && (
        <p className="quiet">
          Request <code>{problem.requestId}</code>
        </p>
      )}
      {retry && (
        <button type="button" onClick={retry}>
          Retry
        </button>
      )}
    </div>
  );
}

/** Rows that stand where data will be, so that nothing jumps. */
function Placeholder({ rows }: { readonly rows: number }) {
  return (
    <div className="placeholder" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  );
}

interface ShownProps<Data> {
  readonly of: Loaded<Data>;
  /** How many rows stand there until the data comes. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** What was loaded; before it quiet rows, and after a failure what was known, greyed, under the failure. */
export function Shown<Data>({ of: { data, problem, reload, loadedAt }, rows = 3, children }: ShownProps<Data>) {
  return (
    <>
      <Fault problem={problem} retry={reload} knownAt={loadedAt} />
      {data === null && !problem && <Placeholder rows={rows} />}
      <div className={problem ? 'stale' : undefined}>{data !== null && children(data)}</div>
    </>
  );
}

export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className="empty">{children}</p>;
}

/** Why controls beside it are greyed; they point to it by its id. */
export function Denied({ id, why }: { readonly id: string; readonly why: string | null }) {
  if (why === null) return null;
  return (
    <p id={id} className="quiet">
      {why}
    </p>
  );
}
