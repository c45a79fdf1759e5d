import { type SyntheticEvent } from 'react';
import { ask, type Schemas } from './api';
import { exact, size } from './format';
import { Empty, Fault, Placeholder, Table } from './parts';
import { fieldOf } from './form-field';
import { useData } from './use-data';

type Entry = Schemas['EntryRecord'];
type Point = Schemas['RestorePointRecord'];

interface RestoreSearchProps {
  readonly point: Point;
  readonly q: string;
  readonly basket: ReadonlyMap<string, Entry>;
  readonly onSearch: (text: string) => void;
  readonly onToggle: (entry: Entry) => void;
}

/** Finds names over the whole chain of the chosen point. */
export function RestoreSearch({ point, q, basket, onSearch, onToggle }: RestoreSearchProps) {
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(fieldOf(event.currentTarget, 'q').trim());
  };
  return (
    <section aria-labelledby="what">
      <h2 id="what">What</h2>
      <form className="row wrap" role="search" onSubmit={submit}>
        <label>
          Part of a name, * and ? allowed
          <input name="q" type="search" defaultValue={q} maxLength={255} spellCheck={false} required />
        </label>
        <button className="low">Search</button>
      </form>
      {q === '' ? (
        <Empty>Search for a file or a folder of this point, then tick what you want back.</Empty>
      ) : (
        <Found {...{ point, q, basket, onToggle }} />
      )}
    </section>
  );
}

function Found({ point, q, basket, onToggle }: Omit<RestoreSearchProps, 'onSearch'>) {
  const jobids = point.jobids.join(',');
  const { data, problem, reload } = useData(`search ${jobids} ${q}`, () =>
    ask((api) => api.GET('/api/v1/restore/bvfs/search', { params: { query: { jobids, q, limit: 100 } } })),
  );
  const more = data?.nextCursor ? ', and there are more: narrow the search' : '';
  return (
    <>
      <Fault problem={problem} retry={reload} />
      {data === null && !problem && <Placeholder />}
      <p aria-live="polite" className="quiet">
        {data !== null && `${foundWords(data.items.length)}${more}.`}
      </p>
      {data !== null && data.items.length > 0 && <Hits entries={data.items} basket={basket} onToggle={onToggle} />}
    </>
  );
}

const foundWords = (count: number): string =>
  count === 0 ? 'Nothing of that name is in this point. Try a shorter part of it' : `${count} found`;

interface HitsProps {
  readonly entries: readonly Entry[];
  readonly basket: ReadonlyMap<string, Entry>;
  readonly onToggle: (entry: Entry) => void;
}

function Hits({ entries, basket, onToggle }: HitsProps) {
  return (
    <Table label="Found" heads={['Path', 'Type', 'Size', 'Modified']}>
      {entries.map((entry) => (
        <tr key={entry.ref}>
          <th scope="row">
            <label className="check path">
              <input type="checkbox" checked={basket.has(entry.ref)} onChange={() => onToggle(entry)} /> {entry.path}
            </label>
          </th>
          <td>{entry.type}</td>
          <td className="figure">{entry.type === 'folder' ? '–' : size(entry.size)}</td>
          <td>{entry.modifiedAt === null ? '–' : exact(entry.modifiedAt)}</td>
        </tr>
      ))}
    </Table>
  );
}
