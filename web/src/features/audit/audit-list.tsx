import { useNavigate } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type Api, type Outcome as Answer, type Schemas } from '../../api/request';
import { useApiInfiniteQuery } from '../../api/queries';
import { type Bounds, NewRows, useArrivals } from '../../data-table/new-rows-banner';
import { ColumnChoice } from '../../data-table/column-choice';
import { Count } from '../../data-table/row-count';
import { DataList } from '../../data-table/data-list';
import { useColumns } from '../../data-table/use-columns';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { ZoneNote } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { type AuditRecord, useAuditColumns } from './audit-columns';

interface AuditListProps {
  /** What it is called among the answers that are kept. */
  readonly name: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly wanted: Readonly<Record<string, string>>;
  readonly ask: (
    api: Api,
    query: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<Answer<Schemas['AuditRecordPage']>>;
  readonly filters: ReactNode;
  /** More tools of the list. */
  readonly children?: ReactNode;
}

/** Records newest first; what is recorded meanwhile waits on top. */
export function AuditList({ name, path, wanted, ask, filters, children }: AuditListProps) {
  const messages = useMessages('audit');
  const { none } = useMessages('dataTable');
  const navigate = useNavigate();
  const call = (api: Api, bounds: Bounds & { readonly cursor?: string }, signal: AbortSignal) =>
    ask(api, { ...wanted, ...bounds }, signal);
  const key = [name, wanted] as const;
  const arrivals = useArrivals<AuditRecord>({ of: key, ask: call, at: ({ at }) => at, until: wanted['until'] });
  const { bounds, isReady } = arrivals;
  const records = useApiInfiniteQuery<AuditRecord, Schemas['AuditRecordPage']>(
    [...key, bounds],
    (api, cursor, signal) => call(api, { ...bounds, ...cursor }, signal),
    { enabled: isReady },
  );
  const columns = useColumns(name, useAuditColumns());
  const shown = records.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  return (
    <>
      <div className="bar">
        {filters}
        <div className="far">
          {children}
          <ZoneNote />
          <Count
            of={[...key, bounds]}
            ask={(api, signal) => call(api, { ...bounds, limit: 1, count: true }, signal)}
            shown={shown}
          />
          <AsCurl path={`${path}?${new URLSearchParams(wanted).toString()}`} />
          <ColumnChoice of={columns} />
        </div>
      </div>
      <NewRows of={arrivals} />
      <DataList<AuditRecord>
        {...{ columns, label: messages.list, pages: records, keyOf: ({ id }) => id }}
        open={({ id }) => void navigate({ to: '/administration/audit/$id', params: { id } })}
        empty={<Empty>{Object.keys(wanted).length > 0 ? none : messages.nothing}</Empty>}
      />
    </>
  );
}
