import { type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { asProblem } from '../api/request';
import { useMessages } from '../i18n/messages';
import { ErrorMessage } from './error-message';

/** Rows that stand where data will be, so that nothing jumps. */
export function Skeleton({ rows }: { readonly rows: number }) {
  const { loading } = useMessages('common');
  return (
    <div className="placeholder" role="status" aria-label={loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  );
}

interface ShownProps<Data> {
  readonly of: UseQueryResult<Data>;
  /** How many rows stand there until the data comes. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** What was asked for; before it quiet rows, and after a failure what was known, greyed, under the failure. */
export function Shown<Data>({ of, rows = 3, children }: ShownProps<Data>) {
  const { data, error, refetch, dataUpdatedAt } = of;
  const problem = error === null ? null : asProblem(error);
  return (
    <>
      <ErrorMessage problem={problem} retry={refetch} knownAt={data === undefined ? null : dataUpdatedAt} />
      {data === undefined && !problem && <Skeleton rows={rows} />}
      <div className={problem ? 'stale' : undefined}>{data !== undefined && children(data)}</div>
    </>
  );
}
