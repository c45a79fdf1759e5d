import { getRouteApi } from '@tanstack/react-router';
import { type Schemas } from '../../api/request';
import { useAreMany, useChosenDirector, useChosenNames, useDirectorsShown } from '../../api/directors';
import { useApiInfiniteQuery } from '../../api/queries';
import { ColumnChoice } from '../../data-table/column-choice';
import { Count } from '../../data-table/row-count';
import { DataList } from '../../data-table/data-list';
import { type Filter, Filters } from '../../data-table/filters';
import { type ChosenColumns, useColumns } from '../../data-table/use-columns';
import { useSelection } from '../../data-table/selection';
import { ActionLink } from '../../components/action-link';
import { AsCurl } from '../../components/copy-as-curl';
import { mostInSelect } from '../../components/combobox';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { useDirectorLink, useDisabledReason } from './use-director-ability';
import { StorageTabs } from './storage-tabs';
import { keyOfVolume, VolumesBulk } from './volumes-bulk';
import { canBe } from './volume-change';
import { useVolumeColumns, type Volume } from './volume-columns';
import './storage.css';

const route = getRouteApi('/storage/volumes');
const filterNames = ['status', 'pool', 'storage', 'mediaType', 'q'] as const;
const sorts: readonly Schemas['VolumeSort'][] = ['name', 'lastWritten', 'expires', 'bytes'];

export function VolumesPage() {
  const shared = useMessages('storage');
  const { director } = useChosenDirector();
  const one = director === '*' ? undefined : director;
  const hindrance = useDisabledReason(one, 'label', 'media:manage');
  return (
    <>
      <Title
        actions={
          <ActionLink deniedBy={hindrance === null ? null : 'no-label'} to="/storage/label">
            {shared.label}
          </ActionLink>
        }
      >
        {shared.volumes}
      </Title>
      <StorageTabs />
      <Denied id="no-label" why={hindrance} />
      <VolumeList />
    </>
  );
}

function VolumeList() {
  const messages = useMessages('volumes');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (changes: Readonly<Record<string, string | undefined>>) =>
    void navigate({ search: (old) => ({ ...old, ...changes }), replace: true });
  const columns = useColumns('volumes', useVolumeColumns(useAreMany()));
  const { query, key } = useVolumesQuery();
  const ofOwner = useDirectorLink();
  const pages = useApiInfiniteQuery(key, (api, cursor, signal) =>
    api.GET('/api/v1/storage-media/volumes', { params: { query: { ...query, limit: 100, ...cursor } }, signal }),
  );
  const selection = useSelection<Volume>(keyOfVolume, ({ volume }) => volume);
  const shown = pages.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  return (
    <>
      <VolumesBar columns={columns} shown={shown} choose={choose} />
      <DataList
        {...{ label: messages.list, columns, pages }}
        keyOf={keyOfVolume}
        sort={{ value: query.sort, choose: (sort) => choose({ sort: sort || undefined }) }}
        open={({ volume, director: owner }) =>
          void navigate({ to: '/storage/volumes/$name', params: { name: volume }, search: ofOwner(owner) })
        }
        selection={selection}
        empty={<NoVolumes isFiltered={filterNames.some((name) => search[name] !== undefined)} />}
      />
      <VolumesBulk selection={selection} />
    </>
  );
}

interface VolumesBarProps {
  readonly columns: ChosenColumns<Volume>;
  readonly shown: number;
  readonly choose: (changes: Readonly<Record<string, string | undefined>>) => void;
}

function VolumesBar({ columns, shown, choose }: VolumesBarProps) {
  const { query, key } = useVolumesQuery();
  const counting = { ...query, limit: 1, count: true };
  return (
    <div className="bar">
      <Filters filters={useVolumeFilters()} values={route.useSearch()} choose={choose} />
      <div className="far">
        <Count
          of={key}
          shown={shown}
          ask={(api, signal) => api.GET('/api/v1/storage-media/volumes', { params: { query: counting }, signal })}
        />
        <AsCurl path={`/storage-media/volumes?${new URLSearchParams(query).toString()}`} />
        <ColumnChoice of={columns} />
      </div>
    </div>
  );
}

/** The filters of the address as the API takes them. An order that it does not know is the usual one. */
function useVolumesQuery() {
  const { sort: wanted, ...search } = route.useSearch();
  const sort = sorts.find((one) => one === wanted) ?? 'name';
  const chosen = useChosenDirector();
  const given = filterNames.flatMap((name) => (search[name] === undefined ? [] : [[name, search[name]] as const]));
  const query = {
    ...(Object.fromEntries(given) as Partial<Record<(typeof filterNames)[number], string>>),
    ...chosen,
    sort,
  };
  return { query, key: ['volumes', 'list', query] as const };
}

function NoVolumes({ isFiltered }: { readonly isFiltered: boolean }) {
  const messages = useMessages('volumes');
  return <Empty>{isFiltered ? messages.noneOfAll : `${messages.none} ${messages.noneNext}`}</Empty>;
}

function useVolumeFilters(): readonly Filter[] {
  const messages = useMessages('volumes');
  const { statuses } = useMessages('storage');
  const [pools, storages] = [useChosenNames('pools'), useChosenNames('storages')];
  const kinds = useDirectorsShown().map(({ kind }) => kind);
  const { status: chosen } = route.useSearch();
  return [
    { name: 'q', label: messages.part, kind: 'text' },
    choiceOf(
      'status',
      messages.status,
      Object.keys(statuses).filter((one) => one === chosen || canBe(kinds, one)),
    ),
    choiceOrName('pool', messages.pool, 'pools', pools),
    choiceOrName('storage', messages.storage, 'storages', storages),
    { name: 'mediaType', label: messages.mediaType, kind: 'text' },
  ];
}

function choiceOf(name: string, label: string, names: readonly string[]): Filter {
  return { name, label, kind: 'choice', options: names.map((value) => ({ value, text: value })) };
}

function choiceOrName(name: string, label: string, of: 'pools' | 'storages', names: readonly string[]): Filter {
  if (names.length === 0 || names.length > mostInSelect) return { name, label, kind: 'name', of, names };
  return choiceOf(name, label, names);
}
