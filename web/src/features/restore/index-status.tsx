import { type Director, useDirector, useDirectorName, useDirectors, useChosenDirector } from '../../api/directors';
import { useApiQuery } from '../../api/queries';
import { count } from '../../components/format';
import { useMessages } from '../../i18n/messages';

const lookEveryMs = 10_000;

type Indexed = Pick<Director, 'name' | 'searchIndex'>;

/** The Directors that are looked at: one is asked often, of all the list is read. */
function useIndexes(only: string | undefined): readonly Indexed[] {
  const { director } = useChosenDirector();
  const all = useDirectors();
  const name = useDirector()?.name ?? '';
  const { data } = useApiQuery(
    ['directors', name],
    (api, signal) => api.GET('/api/v1/directors/{name}', { params: { path: { name } }, signal }),
    { enabled: name !== '', everyMs: lookEveryMs },
  );
  if (director === '*') return all.filter(({ name: own }) => only === undefined || own === only);
  return data ? [data] : [];
}

interface IndexStandingProps {
  /** Where all Directors are looked at: the one that is searched; without it all of them are. */
  readonly only?: string;
}

/** Says so while a search must still read a part of the runs from the catalog. */
export function IndexStanding({ only }: IndexStandingProps) {
  return useIndexes(only).map((one) => <Standing key={one.name} of={one} />);
}

function Standing({ of: { name, searchIndex: index } }: { readonly of: Indexed }) {
  const messages = useMessages('restore');
  const director = useDirectorName()(name);
  if (!index || index.waiting === 0) return null;
  const said = messages.indexing(count(index.runs - index.waiting), count(index.runs));
  return (
    <p className="quiet">
      {director === '' ? said : `${director}: ${said}`}
      {index.failure !== null && ` ${messages.indexFailure(index.failure)}`}
    </p>
  );
}
