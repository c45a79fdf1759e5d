import { type SyntheticEvent } from 'react';
import { type Schemas } from '../api/ask';
import { useAsked } from '../api/queries';
import { Empty } from '../parts/empty';
import { fieldOf } from '../parts/form-field';
import { exact, size } from '../parts/format';
import { Shown } from '../parts/shown';
import { Cell, Row, Table } from '../parts/table';

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
        <button>Search</button>
      </form>
      <IndexStanding director={point.director} />
      {q === '' ? (
        <Empty>Search for a file or a folder of this point, then tick what you want back.</Empty>
      ) : (
        <Found {...{ point, q, basket, onToggle }} />
      )}
    </section>
  );
}

/** Says so while a search must still read a part of the runs from the catalog. */
function IndexStanding({ director }: { readonly director: string }) {
  const { data } = useAsked(['directors', director], (api, signal) =>
    api.GET('/api/v1/directors/{name}', { params: { path: { name: director } }, signal }),
  );
  const index = data?.searchIndex;
  if (!index || index.waiting === 0) return null;
  return (
    <p className="quiet">
      {index.runs - index.waiting} of {index.runs} runs are in the search index; the others are searched more slowly.
    </p>
  );
}

function Found({ point, q, basket, onToggle }: Omit<RestoreSearchProps, 'onSearch'>) {
  const jobids = point.jobids.join(',');
  const found = useAsked(['search', jobids, q], (api, signal) =>
    api.GET('/api/v1/restore/bvfs/search', { params: { query: { jobids, q, limit: 100 } }, signal }),
  );
  const { data } = found;
  return (
    <>
      <p role="status" className="quiet">
        {data !== undefined && foundWords(data.items.length, data.nextCursor !== null)}
      </p>
      <Shown of={found}>
        {({ items }) => items.length > 0 && <Hits entries={items} basket={basket} onToggle={onToggle} />}
      </Shown>
    </>
  );
}

function foundWords(count: number, areMore: boolean): string {
  if (count === 0) return 'Nothing of that name is in this point. Try a shorter part of it.';
  return areMore ? `The first ${count} found; there are more: narrow the search.` : `${count} found.`;
}

interface HitsProps {
  readonly entries: readonly Entry[];
  readonly basket: ReadonlyMap<string, Entry>;
  readonly onToggle: (entry: Entry) => void;
}

function Hits({ entries, basket, onToggle }: HitsProps) {
  return (
    <Table label="Found" heads={['Path', 'Type', 'Size', 'Modified']} figures={['Size']} className="hits">
      {entries.map((entry) => (
        <Row key={entry.ref} name={<Tick {...{ entry, onToggle }} isTicked={basket.has(entry.ref)} />}>
          <Cell of="Type">{entry.type}</Cell>
          <Cell of="Size" figure>
            {entry.type === 'folder' ? '–' : size(entry.size)}
          </Cell>
          <Cell of="Modified">{entry.modifiedAt === null ? '–' : exact(entry.modifiedAt)}</Cell>
        </Row>
      ))}
    </Table>
  );
}

interface TickProps {
  readonly entry: Entry;
  readonly isTicked: boolean;
  readonly onToggle: (entry: Entry) => void;
}

function Tick({ entry, isTicked, onToggle }: TickProps) {
  return (
    <label className="check path">
      <input type="checkbox" checked={isTicked} onChange={() => onToggle(entry)} /> {entry.path}
    </label>
  );
}
