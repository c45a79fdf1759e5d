import { type SyntheticEvent, useRef, useState } from 'react';
import { ask, type Schemas } from '../api/ask';
import { useDenial } from '../api/caller';
import { useDirectors } from '../api/directors';
import { Denied } from '../parts/denied';
import { Empty } from '../parts/empty';
import { Fault } from '../parts/fault';
import { fieldOf } from '../parts/form-field';
import { useRunOrder } from '../parts/run-order';

type Entry = Schemas['EntryRecord'];
type Point = Schemas['RestorePointRecord'];

const policies = [
  ['never', 'keep what is there'],
  ['ifnewer', 'replace what is older'],
  ['always', 'replace it'],
] as const;

interface RestoreOrderProps {
  readonly point: Point;
  readonly entries: readonly Entry[];
  readonly onRemove: (entry: Entry) => void;
}

export function RestoreOrder({ point, entries, onRemove }: RestoreOrderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = (entry: Entry) => {
    heading.current?.focus();
    onRemove(entry);
  };
  return (
    <section aria-labelledby="to">
      <h2 id="to" ref={heading} tabIndex={-1}>
        Where to
      </h2>
      {entries.length === 0 ? <Empty>Nothing is ticked yet.</Empty> : <Basket entries={entries} onRemove={remove} />}
      <OrderForm point={point} entries={entries} />
    </section>
  );
}

function Basket({ entries, onRemove }: Omit<RestoreOrderProps, 'point'>) {
  return (
    <ul className="basket">
      {entries.map((entry) => (
        <li key={entry.ref}>
          <code>{entry.path}</code>{' '}
          <button type="button" aria-label={`Leave out ${entry.path}`} onClick={() => onRemove(entry)}>
            Leave out
          </button>
        </li>
      ))}
    </ul>
  );
}

function OrderForm({ point, entries }: Omit<RestoreOrderProps, 'onRemove'>) {
  const denial = useDenial('restore:run');
  const { action, place } = useRunOrder();
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    place(bodyOf(event.currentTarget, point, entries), (body, key) => {
      const params = { header: { 'Idempotency-Key': key } };
      return ask((api) => api.POST('/api/v1/restore/run', { body, params }));
    });
  };
  return (
    <>
      <form className="row wrap" onSubmit={submit}>
        <Folder director={point.director} />
        <Policy />
        <button
          className="primary"
          disabled={entries.length === 0 || denial !== null}
          aria-disabled={action.busy}
          aria-describedby={denial === null ? undefined : 'no-restore'}
        >
          Restore {entries.length === 0 ? '' : entries.length}
        </button>
      </form>
      <Denied id="no-restore" why={denial} />
      <p className="quiet">
        A file comes to lie in this folder under its original path; a folder takes all that is in it.
      </p>
      <Fault problem={action.problem} />
    </>
  );
}

function Policy() {
  return (
    <label>
      If a file exists
      <select name="replace" defaultValue="never">
        {policies.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Begins with the Director's first folder for restores, which may come after somebody has begun to type. */
function Folder({ director }: { readonly director: string }) {
  const [typed, setTyped] = useState<string | null>(null);
  const root = useDirectors().find(({ name }) => name === director)?.restoreRoots[0] ?? '';
  const value = typed ?? root;
  return (
    <label className="wide">
      Folder
      <input
        name="where"
        spellCheck={false}
        required
        value={value}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  );
}

function bodyOf(form: HTMLFormElement, point: Point, entries: readonly Entry[]): Schemas['RestoreRunBody'] {
  const replace = policies.find(([value]) => value === fieldOf(form, 'replace'))?.[0] ?? 'never';
  const refs = entries.map(({ ref }) => ref);
  return { jobids: point.jobids, refs, where: fieldOf(form, 'where').trim(), replace };
}
