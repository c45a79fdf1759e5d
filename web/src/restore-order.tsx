import { type SyntheticEvent, useState } from 'react';
import { ask, asProblem, type Problem, type Schemas } from './api';
import { fieldOf } from './form-field';
import { Empty, Fault } from './parts';
import { addressOf, goTo } from './route';
import { useData } from './use-data';

type Entry = Schemas['EntryRecord'];
type Point = Schemas['RestorePointRecord'];

const loadDirectors = () => ask((api) => api.GET('/api/v1/directors'));

const policies = [
  ['never', 'keep what is there'],
  ['ifnewer', 'replace what is older'],
  ['always', 'replace it'],
] as const;

interface RestoreOrderProps {
  readonly point: Point;
  readonly entries: readonly Entry[];
  readonly mayRestore: boolean;
  readonly onRemove: (entry: Entry) => void;
}

export function RestoreOrder({ point, entries, mayRestore, onRemove }: RestoreOrderProps) {
  const directors = useData('directors', loadDirectors);
  const root = directors.data?.items.find(({ name }) => name === point.director)?.restoreRoots[0] ?? '';
  const { problem, busy, submit } = useRestore(point, entries);
  return (
    <section aria-labelledby="to">
      <h2 id="to">Where to</h2>
      {entries.length === 0 && <Empty>Nothing is ticked yet.</Empty>}
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
      <form className="row wrap" onSubmit={(event) => void submit(event)}>
        <label className="wide">
          Folder
          <input key={root} name="where" defaultValue={root} spellCheck={false} required />
        </label>
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
        <button
          className="primary low"
          disabled={busy || entries.length === 0 || !mayRestore}
          title={mayRestore ? undefined : 'Your role lacks restore:run.'}
        >
          Restore {entries.length === 0 ? '' : entries.length}
        </button>
      </form>
      <p className="quiet">
        A file comes to lie in this folder under its original path; a folder takes all that is in it.
      </p>
      <Fault problem={problem} />
    </section>
  );
}

/** Starts the restore and goes to its run, which shows the progress to the end. */
function useRestore(point: Point, entries: readonly Entry[]) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const replace = policies.find(([value]) => value === fieldOf(form, 'replace'))?.[0] ?? 'never';
    const refs = entries.map(({ ref }) => ref);
    const body = { jobids: point.jobids, refs, where: fieldOf(form, 'where').trim(), replace };
    setBusy(true);
    setProblem(null);
    try {
      const header = { 'Idempotency-Key': `page-${Date.now()}-${Math.random()}` };
      const started = await ask((api) => api.POST('/api/v1/restore/run', { body, params: { header } }));
      goTo(addressOf('runs', String(started.jobId)));
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  return { problem, busy, submit };
}
