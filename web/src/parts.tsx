import { type ReactNode } from 'react';
import { type Problem, type Schemas } from './api';
import { ago, exact } from './format';

const signs: Readonly<Record<string, string>> = {
  completed: '✓',
  active: '✓',
  warning: '!',
  error: '✕',
  canceled: '–',
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

export function Time({ at }: { readonly at: string | null }) {
  if (at === null) return <>–</>;
  return (
    <time dateTime={at} title={exact(at)}>
      {ago(at)}
    </time>
  );
}

/** What went wrong in the API's own words, and what to name when asking for help. */
export function Fault({ problem, retry }: { readonly problem: Problem | null; readonly retry?: () => void }) {
  return (
    <div role="alert">
      {problem && (
        <div className="fault">
          <p>
            <strong>{problem.title}.</strong> {problem.detail}
          </p>
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
      )}
    </div>
  );
}

/** Rows that stand where data will be, so that nothing jumps. */
export function Placeholder({ rows = 3 }: { readonly rows?: number }) {
  return (
    <div className="placeholder" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  );
}

export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className="empty">{children}</p>;
}

/** A table that scrolls sideways on narrow screens, reachable by keyboard for that. */
export function Table(props: {
  readonly label: string;
  readonly heads: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <div className="scroller" role="region" aria-label={props.label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {props.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}
