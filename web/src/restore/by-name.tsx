import { useChosenDirector } from '../api/directors';
import { useAskedPages } from '../api/queries';
import { Empty } from '../parts/empty';
import { useWords } from '../words/words';
import { EntryList, keptColumns } from './entry-list';
import { FoundCount } from './found-count';
import { IndexStanding } from './index-standing';
import { LongWait } from './long-wait';
import { restoreWords } from './restore.words';
import { filtersOf, SearchForm } from './search-form';
import { type Choice } from './use-choice';

interface ByNameProps {
  readonly choice: Choice;
  readonly hasClients: boolean;
}

/** A file by its name, over all clients and times. */
export function ByName({ choice, hasClients }: ByNameProps) {
  const words = useWords(restoreWords);
  return (
    <section aria-labelledby="which" data-step="1">
      <h2 id="which">{words.steps.file}</h2>
      <SearchForm {...{ choice, hasClients }} of="name" />
      <IndexStanding />
      {choice.query.name === undefined ? <Empty>{words.beginSearch}</Empty> : <Found choice={choice} />}
    </section>
  );
}

function Found({ choice }: Pick<ByNameProps, 'choice'>) {
  const words = useWords(restoreWords);
  const director = useChosenDirector();
  const { query } = choice;
  const wanted = {
    ...{ q: query.name ?? '', limit: 100, ...director, ...filtersOf(query) },
    ...(query.only === undefined ? {} : { client: query.only }),
  };
  const pages = useAskedPages(['files', wanted], (api, cursor, signal) =>
    api.GET('/api/v1/restore/files', { params: { query: { ...wanted, ...cursor } }, signal }),
  );
  return (
    <>
      <LongWait isWaiting={pages.isFetching} say={words.searching} />
      <FoundCount of={pages} />
      <EntryList
        {...{ choice, pages, list: 'kept', columns: keptColumns(words, choice) }}
        empty={!pages.hasNextPage && <Empty>{words.foundNone}</Empty>}
      />
    </>
  );
}
