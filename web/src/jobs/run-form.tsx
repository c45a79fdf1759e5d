import { type SyntheticEvent, useId, useState } from 'react';
import { type Schemas } from '../api/ask';
import { useDenial } from '../api/caller';
import { useDirectors } from '../api/directors';
import { AsCurl } from '../parts/as-curl';
import { Denied } from '../parts/denied';
import { Fault } from '../parts/fault';
import { useRunOrder } from '../parts/run-order';
import { useWords } from '../words/words';
import { Estimate } from './estimate';
import { jobsWords } from './jobs.words';
import { startJob } from './start-job';

type Job = Schemas['JobRecord'];

const overridable = ['client', 'fileset', 'pool', 'storage'] as const;
type Overridable = (typeof overridable)[number];
const listOf = { client: 'clients', fileset: 'filesets', pool: 'pools', storage: 'storages' } as const;

type Wish = Readonly<Partial<Record<Overridable | 'level' | 'priority' | 'when', string>>>;

/** What was left as it is configured is not sent. The time is one of this browser's zone, as its field shows it. */
function bodyOf({ name, director }: Job, { priority, when, ...rest }: Wish): Schemas['RunJobBody'] {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  return {
    ...{ job: name, director, ...given },
    ...(priority ? { priority: Number(priority) } : {}),
    ...(when ? { when: new Date(when).toISOString() } : {}),
  };
}

/** Everything that can be said when a job is run; what is rarely said is folded away. */
export function RunForm({ job }: { readonly job: Job }) {
  const words = useWords(jobsWords);
  const denial = useDenial('jobs:run');
  const order = useRunOrder();
  const hasLevels = job.allowedLevels.length > 0;
  const [wish, setWish] = useState<Wish>(hasLevels ? { level: job.level } : {});
  const set = (changes: Wish) => setWish((old) => ({ ...old, ...changes }));
  const body = bodyOf(job, wish);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    startJob(order, body);
  };
  return (
    <form className="run-form" onSubmit={submit}>
      <div className="row wrap">
        {hasLevels && <Level {...{ job, wish, set }} />}
        <button
          className="primary"
          disabled={denial !== null}
          aria-disabled={order.action.busy}
          aria-describedby={denial === null ? undefined : 'no-run'}
        >
          {words.run}
        </button>
        <AsCurl method="POST" path="/operations/jobs/run" body={body} />
      </div>
      <Overrides {...{ job, wish, set }} />
      <Estimate {...{ job, body, denial }} />
      <Denied id="no-run" why={denial} />
      <Fault problem={order.action.problem} />
    </form>
  );
}

interface PartProps {
  readonly job: Job;
  readonly wish: Wish;
  readonly set: (changes: Wish) => void;
}

function Level({ job, wish, set }: PartProps) {
  const words = useWords(jobsWords);
  return (
    <label>
      {words.level}
      <select value={wish.level} onChange={({ target }) => set({ level: target.value })}>
        {job.allowedLevels.map((level) => (
          <option key={level}>{level}</option>
        ))}
      </select>
    </label>
  );
}

function Overrides({ job, wish, set }: PartProps) {
  const words = useWords(jobsWords);
  const director = useDirectors().find(({ name }) => name === job.director);
  return (
    <details>
      <summary>{words.overrides}</summary>
      <div className="row wrap overrides">
        {overridable.map((name) => (
          <Choice
            key={name}
            label={words[name]}
            usual={job[name]}
            values={director?.[listOf[name]] ?? []}
            value={wish[name] ?? ''}
            choose={(value) => set({ [name]: value })}
          />
        ))}
        <label>
          {words.priority}
          <input
            {...{ type: 'number', min: 1, max: 1000, className: 'short', placeholder: String(job.priority) }}
            value={wish.priority ?? ''}
            onChange={({ target }) => set({ priority: target.value })}
          />
        </label>
        <label>
          {words.when}
          <input
            type="datetime-local"
            className="short"
            value={wish.when ?? ''}
            onChange={({ target }) => set({ when: target.value })}
          />
        </label>
      </div>
    </details>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** As it is configured. */
  readonly usual: string;
  readonly values: readonly string[];
  readonly value: string;
  readonly choose: (value: string) => void;
}

/** More than these want to be searched by typing. */
const atOnce = 7;

function Choice({ label, usual, values, value, choose }: ChoiceProps) {
  const { asConfigured } = useWords(jobsWords);
  const id = useId();
  const isShort = values.length > 0 && values.length <= atOnce;
  return (
    <label>
      {label}
      {isShort ? (
        <select value={value} onChange={({ target }) => choose(target.value)}>
          <option value="">{asConfigured(usual)}</option>
          {values.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      ) : (
        <input
          {...{
            type: 'search',
            className: 'short',
            list: id,
            placeholder: usual,
            spellCheck: false,
            autoComplete: 'off',
          }}
          value={value}
          onChange={({ target }) => choose(target.value)}
        />
      )}
      {!isShort && (
        <datalist id={id}>
          {values.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </label>
  );
}
