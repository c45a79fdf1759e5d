import { getRouteApi, Link } from '@tanstack/react-router';
import { useApiInfiniteQuery } from '../../api/queries';
import { usePermissionError } from '../../api/disabled-reason';
import { ActionLink } from '../../components/action-link';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { Title } from '../../components/title';
import { type Column } from '../../data-table/column';
import { DataList } from '../../data-table/data-list';
import { type Filter, Filters } from '../../data-table/filters';
import { useColumns } from '../../data-table/use-columns';
import { useMessages } from '../../i18n/messages';
import './configuration.css';
import { ConfigurationNote, ConfigurationTabs } from './configuration-tabs';
import { type ListedResource, type Values } from './records';
import { startsIn } from './cron';
import { useRetentionText } from './retention-text';
import { useStartLines } from './starts-in-words';
import { useConfiguredDirector, useSchema } from './use-configuration';

const route = getRouteApi('/administration/configuration');
const pageOf = 100;

/** Everything that the configuration defines. */
export function ResourcesPage() {
  const messages = useMessages('configuration');
  const director = useConfiguredDirector();
  const { type, q } = route.useSearch();
  const navigate = route.useNavigate();
  const query = { ...(type ? { type } : {}), ...(q ? { q } : {}) };
  const resources = useApiInfiniteQuery<ListedResource, { items: ListedResource[]; nextCursor: string | null }>(
    ['configuration', 'list', director, query],
    (api, cursor, signal) =>
      api.GET('/api/v1/configuration/resources', {
        params: { query: { director: director ?? '', ...query, limit: pageOf, ...cursor } },
        signal,
      }),
    { enabled: director !== null },
  );
  const columns = useColumns('configuration', useResourceColumns());
  const open = (one: ListedResource) =>
    void navigate({ to: '/administration/configuration/$type/$name', params: { type: one.type, name: one.name } });
  return (
    <>
      <Title actions={<Actions />}>{messages.title}</Title>
      <ConfigurationTabs />
      <ConfigurationNote director={director} />
      <Denials />
      <AddResource director={director} />
      <div className="bar filters">
        <ResourceFilters />
        <span className="far">
          <AsCurl path={`/configuration/resources?director=${encodeURIComponent(director ?? '')}`} query={query} />
        </span>
      </div>
      <DataList<ListedResource>
        {...{ columns, open, label: messages.list, pages: resources }}
        keyOf={(one) => `${one.type} ${one.name}`}
        empty={<Empty>{type || q ? messages.noMatch : messages.nothing}</Empty>}
      />
    </>
  );
}

function Actions() {
  const messages = useMessages('configuration');
  const why = usePermissionError('configuration:write');
  return (
    <ActionLink isPrimary deniedBy={why === null ? null : 'no-configuration'} to="/new-backup">
      {messages.newBackup}
    </ActionLink>
  );
}

function Denials() {
  return <Denied id="no-configuration" why={usePermissionError('configuration:write')} />;
}

/** One link for each type of which there may be several. */
function AddResource({ director }: { readonly director: string | null }) {
  const messages = useMessages('configuration');
  const types: Readonly<Record<string, string>> = messages.types;
  const why = usePermissionError('configuration:write');
  const { data } = useSchema(director);
  if (why !== null || !data) return null;
  return (
    <details className="setup-add">
      <summary>{messages.add}</summary>
      <ul className="choices">
        {data.types
          .filter(({ list }) => list !== null)
          .map(({ type }) => (
            <li key={type}>
              <Link className="button" to="/administration/configuration/new/$type" params={{ type }}>
                {types[type] ?? type}
              </Link>
            </li>
          ))}
      </ul>
    </details>
  );
}

function ResourceFilters() {
  const messages = useMessages('configuration');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filters: readonly Filter[] = [
    {
      name: 'type',
      label: messages.type,
      kind: 'choice',
      options: Object.entries(messages.types).map(([value, text]) => ({ value, text })),
    },
    { name: 'q', label: messages.name, kind: 'text' },
  ];
  const choose = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: (old) => ({ ...old, ...changes }) });
  return (
    <div className="filter-group" role="search" aria-label={messages.list}>
      <Filters {...{ filters, choose }} values={search} />
    </div>
  );
}

function useResourceColumns(): readonly Column<ListedResource>[] {
  const messages = useMessages('configuration');
  const types: Readonly<Record<string, string>> = messages.types;
  const describe = useSummary();
  return [
    {
      id: 'name',
      isName: true,
      fold: 'lead',
      head: messages.name,
      width: [160, 2],
      cell: ({ type, name }) => (
        <Link to="/administration/configuration/$type/$name" params={{ type, name }}>
          {name}
        </Link>
      ),
    },
    { id: 'type', fold: 'side', head: messages.type, width: [104, 0], cell: ({ type }) => types[type] ?? type },
    { id: 'summary', head: messages.summary, width: [200, 4], isLong: true, cell: describe },
    {
      id: 'usedBy',
      head: messages.usedBy,
      width: [140, 2],
      isLong: true,
      cell: ({ usedBy }) => usedBy.map(({ name }) => name).join(', '),
    },
    { id: 'line', fold: 'rare', head: messages.lineHead, width: [72, 0], isFigure: true, cell: ({ line }) => line },
  ];
}

/** What one would look for in a resource of this type, in a line. */
function useSummary(): (resource: ListedResource) => string {
  const messages = useMessages('configuration');
  const lines = useStartLines();
  const retentionText = useRetentionText();
  const text = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const joined = (...parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ');
  const list = (value: unknown): string => (Array.isArray(value) ? value.map(text).join(', ') : '');
  const summaries: Readonly<Record<string, (own: Values) => string>> = {
    director: (own) => text(own['timezone']),
    storage: (own) => text(own['folder']),
    pool: (own) =>
      own['retention'] === undefined ? messages.keptForever : messages.keptFor(retentionText(text(own['retention']))),
    fileset: (own) => list(own['include']),
    schedule: (own) => lines(startsIn(own)).join('; '),
    job: (own) => joined(text(own['fileset']), text(own['schedule']), text(own['pool'])),
  };
  return ({ type, own }) => summaries[type]?.(own) ?? '';
}
