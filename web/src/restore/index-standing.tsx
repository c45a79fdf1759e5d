import { useDirector } from '../api/directors';
import { useAsked } from '../api/queries';
import { count } from '../parts/format';
import { useWords } from '../words/words';
import { restoreWords } from './restore.words';

const lookEveryMs = 10_000;

/** Says so while a search must still read a part of the runs from the catalog. */
export function IndexStanding() {
  const words = useWords(restoreWords);
  const name = useDirector()?.name ?? '';
  const { data } = useAsked(
    ['directors', name],
    (api, signal) => api.GET('/api/v1/directors/{name}', { params: { path: { name } }, signal }),
    { enabled: name !== '', everyMs: lookEveryMs },
  );
  const index = data?.searchIndex;
  if (!index || index.waiting === 0) return null;
  return (
    <p className="quiet">
      {words.indexing(count(index.runs - index.waiting), count(index.runs))}
      {index.failure !== null && ` ${words.indexFailure(index.failure)}`}
    </p>
  );
}
