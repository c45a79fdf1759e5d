import { Link, useNavigate } from '@tanstack/react-router';
import { useApiInfiniteQuery } from '../../api/queries';
import { AsCurl } from '../../components/copy-as-curl';
import { Empty } from '../../components/empty';
import { State } from '../../components/state';
import { Title } from '../../components/title';
import { ZoneNote } from '../../components/timezone';
import { type Column } from '../../data-table/column';
import { DataList } from '../../data-table/data-list';
import { useColumns } from '../../data-table/use-columns';
import { useMessages } from '../../i18n/messages';
import './configuration.css';
import { ChangeTime, ConfigurationNote, ConfigurationTabs } from './configuration-tabs';
import { type ChangeSummary } from './records';
import { useConfiguredDirector } from './use-configuration';

const looks = { draft: 'none', applying: 'running', applied: 'ok', rolled_back: 'error' } as const;

export function ChangeState({ of: { state } }: { readonly of: Pick<ChangeSummary, 'state'> }) {
  const { states } = useMessages('configurationChange');
  return <State of={looks[state]} text={states[state]} />;
}

/** What was changed, when and by whom, the newest first; drafts among it. */
export function ChangesPage() {
  const messages = useMessages('configuration');
  const director = useConfiguredDirector();
  const navigate = useNavigate();
  const changes = useApiInfiniteQuery<ChangeSummary, { items: ChangeSummary[]; nextCursor: string | null }>(
    ['configuration', 'changes', director],
    (api, cursor, signal) =>
      api.GET('/api/v1/configuration/changes', {
        params: { query: { director: director ?? '', ...cursor } },
        signal,
      }),
    { enabled: director !== null },
  );
  const columns = useColumns('configuration-changes', useChangeColumns());
  return (
    <>
      <Title>{messages.title}</Title>
      <ConfigurationTabs />
      <ConfigurationNote director={director} />
      <p>
        <ZoneNote />
      </p>
      <AsCurl path={`/configuration/changes?director=${encodeURIComponent(director ?? '')}`} />
      <DataList<ChangeSummary>
        {...{ columns, label: messages.changes, pages: changes, keyOf: ({ id }) => id }}
        open={({ id }) => void navigate({ to: '/administration/configuration/changes/$id', params: { id } })}
        empty={<Empty>{messages.noChanges}</Empty>}
      />
    </>
  );
}

function useChangeColumns(): readonly Column<ChangeSummary>[] {
  const messages = useMessages('configuration');
  const { origins } = useMessages('configurationChange');
  return [
    {
      id: 'time',
      fold: 'lead',
      head: messages.when,
      width: [140, 0],
      cell: (change) => (
        <Link to="/administration/configuration/changes/$id" params={{ id: change.id }}>
          <ChangeTime of={change} />
        </Link>
      ),
    },
    { id: 'state', fold: 'side', head: messages.state, width: [152, 0], cell: (change) => <ChangeState of={change} /> },
    { id: 'origin', head: messages.origin, width: [176, 1], cell: ({ origin }) => origins[origin] },
    { id: 'author', head: messages.author, width: [112, 1], cell: ({ author }) => author?.name },
    {
      id: 'comment',
      fold: 'rare',
      head: messages.comment,
      width: [160, 3],
      isLong: true,
      cell: ({ comment }) => comment,
    },
  ];
}
