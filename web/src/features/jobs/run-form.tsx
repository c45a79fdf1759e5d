import { type SyntheticEvent, useState } from 'react';
import { type Schemas } from '../../api/request';
import { useDirectors } from '../../api/directors';
import { AsCurl, type CurlOf } from '../../components/copy-as-curl';
import { Chooser, mostInSelect } from '../../components/combobox';
import { ErrorMessage } from '../../components/error-message';
import { useRunOrder } from '../../components/use-start-run';
import { useMessages } from '../../i18n/messages';
import { Estimate } from './estimate';
import { startJob } from './start-job';

type Job = Schemas['JobRecord'];

const overridable = ['client', 'fileset', 'pool', 'storage'] as const;
type Overridable = (typeof overridable)[number];
const listOf = { client: 'clients', fileset: 'filesets', pool: 'pools', storage: 'storages' } as const;

type RunChoices = Readonly<Partial<Record<Overridable | 'level' | 'priority' | 'when', string>>>;

/** What was left as it is configured is not sent. The time is one of this browser's zone, as its field shows it. */
function bodyOf({ name, director }: Job, { priority, when, ...rest }: RunChoices): Schemas['RunJobBody'] {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''));
  return {
    job: name,
    director,
    ...given,
    ...(priority ? { priority: Number(priority) } : {}),
    ...(when ? { when: new Date(when).toISOString() } : {}),
  };
}

/** The job as it is configured. */
const configured = ({ allowedLevels, level }: Job): RunChoices => (allowedLevels.length > 0 ? { level } : {});

/** The line of curl that runs the job as it is configured. */
export function runLine(job: Job): CurlOf {
  return { method: 'POST', path: '/operations/jobs/run', body: bodyOf(job, configured(job)) };
}

interface RunFormProps {
  readonly job: Job;
  readonly close: () => void;
}

/** Everything that can be said when a job is run; what is rarely said is folded away. */
export function RunForm({ job, close }: RunFormProps) {
  const messages = useMessages('jobs');
  const { cancel } = useMessages('common');
  const order = useRunOrder();
  const hasLevels = job.allowedLevels.length > 0;
  const [choices, setChoices] = useState<RunChoices>(() => configured(job));
  const set = (changes: RunChoices) => setChoices((old) => ({ ...old, ...changes }));
  const body = bodyOf(job, choices);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    startJob(order, body);
  };
  return (
    <form className="run-form" aria-labelledby="run-it" onSubmit={submit}>
      <h2 id="run-it">{messages.runTitle(job.name)}</h2>
      <div className="row wrap">
        {hasLevels && <Level {...{ job, choices, set }} />}
        <button className="primary" autoFocus={!hasLevels} aria-disabled={order.action.busy}>
          {messages.run}
        </button>
        <button type="button" onClick={close}>
          {cancel}
        </button>
        <AsCurl method="POST" path="/operations/jobs/run" body={body} />
      </div>
      <Overrides {...{ job, choices, set }} />
      {job.type === 'Backup' && <Estimate {...{ job, body }} />}
      <ErrorMessage problem={order.action.problem} />
    </form>
  );
}

/** Of many clients the server is asked; a Director that told nothing leaves it to be typed. */
function offeredOf(name: Overridable, values: readonly string[]) {
  const isAsked = name === 'client' && values.length > mostInSelect;
  return { ...(isAsked ? {} : { names: values }), isFree: values.length === 0 };
}

interface PartProps {
  readonly job: Job;
  readonly choices: RunChoices;
  readonly set: (changes: RunChoices) => void;
}

function Level({ job, choices, set }: PartProps) {
  const messages = useMessages('jobs');
  return (
    <label>
      {messages.level}
      <select autoFocus value={choices.level} onChange={({ target }) => set({ level: target.value })}>
        {job.allowedLevels.map((level) => (
          <option key={level}>{level}</option>
        ))}
      </select>
    </label>
  );
}

function Overrides({ job, choices, set }: PartProps) {
  const messages = useMessages('jobs');
  const director = useDirectors().find(({ name }) => name === job.director);
  return (
    <details>
      <summary>{messages.overrides}</summary>
      <div className="row wrap overrides">
        {overridable
          .filter((name) => job[name] !== '')
          .map((name) => (
            <Chooser
              key={name}
              label={messages[name]}
              kind={listOf[name]}
              nothing={messages.asConfigured(job[name])}
              chosen={choices[name] ?? ''}
              choose={(value) => set({ [name]: value })}
              {...offeredOf(name, director?.[listOf[name]] ?? [])}
            />
          ))}
        <label>
          {messages.priority}
          <input
            {...{ type: 'number', min: 1, max: 1000, className: 'short', placeholder: String(job.priority) }}
            value={choices.priority ?? ''}
            onChange={({ target }) => set({ priority: target.value })}
          />
        </label>
        <label>
          {messages.when}
          <input
            type="datetime-local"
            className="short"
            value={choices.when ?? ''}
            onChange={({ target }) => set({ when: target.value })}
          />
        </label>
      </div>
    </details>
  );
}
