import { type SyntheticEvent, useState } from 'react';
import { ask, asProblem, type Problem, Refused } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useDirectors } from '../../api/directors';
import { forget } from '../../api/queries';
import { ifMatch, tagged } from '../../api/etag';
import { type ChosenRows } from '../../data-table/selection';
import { Chooser } from '../../components/combobox';
import { Denied } from '../../components/no-permission';
import { askImpact, postForget, type SeenImpact } from '../../components/purge/purge-impact';
import { State } from '../../components/state';
import { useMessages } from '../../i18n/messages';
import { type Ability } from './use-director-ability';
import { NumberField } from './number-field';
import { Select } from './select';
import { commonStatuses, type VolumeChange } from './volume-change';
import { type Volume } from './volume-columns';

const finals = ['prune', 'purge', 'truncate', 'delete'] as const;
type Final = (typeof finals)[number];
const abilityOf: Readonly<Record<Final, Ability>> = {
  prune: 'prune',
  purge: 'purge',
  truncate: 'truncate',
  delete: 'delete-volume',
};

interface Outcome {
  readonly volume: Volume;
  readonly problem?: Problem;
}

type Work = (volume: Volume) => Promise<unknown>;

export function keyOfVolume({ director, volume }: Volume): string {
  return `${director} ${volume}`;
}

/** Does the same to each volume, one after the other: what is refused for one is told and holds up no other. */
async function toEach(volumes: readonly Volume[], work: Work, tell: (outcomes: Outcome[]) => void): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const volume of volumes) {
    const problem = await work(volume).then(
      () => undefined,
      (error: unknown) => asProblem(error),
    );
    outcomes.push(problem === undefined ? { volume } : { volume, problem });
    tell([...outcomes]);
  }
}

/** What can be done with the chosen volumes, and then what was done with each. */
export function VolumesBulk({ selection }: { readonly selection: ChosenRows<Volume> }) {
  const messages = useMessages('bulkActions');
  const { chooseNone } = useMessages('dataTable');
  const [outcomes, setOutcomes] = useState<{ readonly of: number; readonly done: readonly Outcome[] } | null>(null);
  const [action, setAction] = useState<Final | 'edit' | null>(null);
  const chosen = selection.rows;
  if (chosen.length === 0 && outcomes === null) return null;
  const perform = async (work: Work, volumes = chosen) => {
    const of = volumes.length;
    setAction(null);
    setOutcomes({ of, done: [] });
    await toEach(volumes, work, (done) => setOutcomes({ of, done }));
    selection.clear();
    forget('volumes', 'pools', 'runs', 'points', 'clients', 'jobs', 'health', 'slots');
  };
  if (outcomes) return <Report {...outcomes} onClose={() => setOutcomes(null)} />;
  return (
    <section className="bulk" aria-label={messages.bulk}>
      <span role="status">{messages.chosen(chosen.length)}</span>
      <Buttons {...{ chosen, action, choose: setAction }} />
      <button type="button" className="bare" onClick={selection.clear}>
        {chooseNone}
      </button>
      {action === 'edit' && <Edit key={chosen.length} {...{ chosen, perform }} />}
      {action !== null && action !== 'edit' && (
        <Destroy key={`${action} ${chosen.map(keyOfVolume).join('\n')}`} {...{ action, chosen, perform }} />
      )}
    </section>
  );
}

interface ButtonsProps {
  readonly chosen: readonly Volume[];
  readonly action: Final | 'edit' | null;
  readonly choose: (action: Final | 'edit') => void;
}

/** Only what the Directors of all chosen volumes can do. */
function Buttons({ chosen, action, choose }: ButtonsProps) {
  const messages = useMessages('bulkActions');
  const directors = useDirectors();
  const [noEdit, noFinal] = [usePermissionError('media:manage'), usePermissionError('media:destroy')];
  const can = (ability: Ability): boolean =>
    chosen.every(
      ({ director }) => directors.find(({ name }) => name === director)?.abilities.includes(ability) ?? false,
    );
  return (
    <>
      {can('change-volume') && (
        <button
          type="button"
          disabled={noEdit !== null}
          aria-pressed={action === 'edit'}
          onClick={() => choose('edit')}
        >
          {messages.edit}
        </button>
      )}
      {finals
        .filter((one) => can(abilityOf[one]))
        .map((one) => (
          <button
            key={one}
            type="button"
            disabled={noFinal !== null}
            aria-describedby={noFinal === null ? undefined : 'no-final'}
            aria-pressed={action === one}
            onClick={() => choose(one)}
          >
            {messages.open[one]}
          </button>
        ))}
      <Denied id="no-final" why={noFinal} />
    </>
  );
}

interface ActionProps {
  readonly chosen: readonly Volume[];
  /** To all that are chosen, unless only some of them are given. */
  readonly perform: (work: Work, volumes?: readonly Volume[]) => Promise<void>;
}

/** Changes a volume unless it is another than the one that was chosen: what others did meanwhile was not seen. */
async function changeAsSeen(seen: Volume, body: VolumeChange): Promise<void> {
  const { volume: name, director } = seen;
  const params = { path: { name }, query: { director } };
  const { value, etag } = await ask((api) => tagged(api.GET('/api/v1/storage-media/volumes/{name}', { params })));
  if (JSON.stringify(value) !== JSON.stringify(seen)) {
    const detail = `Volume ${name} has changed since you read it. Read it again.`;
    throw new Refused({ title: 'Changed meanwhile', detail, code: 'changed_meanwhile' }, 412);
  }
  const guarded = { ...params, header: ifMatch(etag) };
  await ask((api) => api.PATCH('/api/v1/storage-media/volumes/{name}', { params: guarded, body }));
}

const flags = ['', 'yes', 'no'];

/** What is left empty stays as it is. Only what the Directors of all chosen volumes have can be chosen. */
function Edit({ chosen, perform }: ActionProps) {
  const messages = useMessages('bulkActions');
  const owners = useDirectors().filter(({ name }) => chosen.some(({ director }) => director === name));
  const pools = owners[0]?.pools.filter((pool) => owners.every((owner) => owner.pools.includes(pool))) ?? [];
  const [form, setForm] = useState({ status: '', pool: '', days: '', recycle: '', enabled: '' });
  const change: VolumeChange = {
    ...(form.status === '' ? {} : { status: form.status }),
    ...(form.pool === '' ? {} : { pool: form.pool }),
    ...(form.days === '' ? {} : { retentionSeconds: Math.round(Number(form.days) * 86_400) }),
    ...(form.recycle === '' ? {} : { recycle: form.recycle === 'yes' }),
    ...(form.enabled === '' ? {} : { enabled: form.enabled === 'yes' }),
  };
  const isNothing = Object.keys(change).length === 0;
  const set = (changes: Partial<typeof form>) => setForm((old) => ({ ...old, ...changes }));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isNothing) return;
    void perform((volume) => changeAsSeen(volume, change));
  };
  return (
    <form className="row wrap" onSubmit={submit}>
      <Select
        label={messages.status}
        value={form.status}
        names={['', ...commonStatuses(owners.map(({ kind }) => kind))]}
        take={(status) => set({ status })}
        nothing={messages.unchanged}
      />
      <Chooser
        {...{ label: messages.pool, kind: 'pools', chosen: form.pool, names: pools, nothing: messages.unchanged }}
        choose={(pool) => set({ pool })}
      />
      <NumberField
        {...{ label: messages.days, value: form.days, most: 36_600, takesParts: true }}
        take={(days) => set({ days })}
      />
      <Select
        label={messages.recycle}
        value={form.recycle}
        names={flags}
        take={(recycle) => set({ recycle })}
        nothing={messages.unchanged}
      />
      <Select
        label={messages.enabled}
        value={form.enabled}
        names={flags}
        take={(enabled) => set({ enabled })}
        nothing={messages.unchanged}
      />
      <button className="primary" disabled={isNothing}>
        {messages.apply(chosen.length)}
      </button>
    </form>
  );
}

/** Shows what would be lost with each before the number of volumes is typed. Those of which it is not known are left as they are. */
function Destroy({ action, chosen, perform }: ActionProps & { readonly action: Final }) {
  const messages = useMessages('bulkActions');
  const { text } = useMessages('problem');
  const [seen, setSeen] = useState<ReadonlyMap<string, SeenImpact | Problem> | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [typed, setTyped] = useState('');
  const [isForced, setForced] = useState(false);
  const targetOf = ({ volume, director }: Volume) => ({ action, volume, director }) as const;
  const look = async () => {
    setLooking(true);
    const found = new Map<string, SeenImpact | Problem>();
    for (const volume of chosen) {
      const impact = ask((api) => askImpact(api, targetOf(volume), new AbortController().signal));
      found.set(keyOfVolume(volume), await impact.catch((error: unknown) => asProblem(error)));
    }
    setSeen(found);
    // What was typed and ticked was for the losses that were shown before.
    setTyped('');
    setForced(false);
    setLooking(false);
  };
  const lookAt = (
    <button type="button" aria-disabled={isLooking} onClick={() => isLooking || void look()}>
      {isLooking ? messages.looking : messages.look(chosen.length)}
    </button>
  );
  if (seen === null) return lookAt;
  const impacts = new Map([...seen].flatMap(([key, one]) => ('impact' in one ? [[key, one] as const] : [])));
  const known = chosen.filter((volume) => impacts.has(keyOfVolume(volume)));
  const unread = chosen.length - known.length;
  const sum = (of: (impact: SeenImpact['impact']) => number) =>
    [...impacts.values()].reduce((total, { impact }) => total + of(impact), 0);
  const lastFulls = sum((impact) => impact.lastFulls);
  const isReady = !isLooking && typed === String(known.length) && (lastFulls === 0 || isForced);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isReady) return;
    void perform(async (volume) => {
      const found = impacts.get(keyOfVolume(volume));
      const confirmed = found ? { confirm: volume.volume, impactHash: found.impactHash } : {};
      const body = { ...confirmed, ...(isForced ? { force: true } : {}) };
      await ask((api) => postForget(api, targetOf(volume), body));
    }, known);
  };
  return (
    <form className="confirm" onSubmit={submit}>
      {known.length > 0 && (
        <p>
          {messages.sums(
            sum(({ runs }) => runs),
            sum(({ pointsLost }) => pointsLost),
            lastFulls,
          )}
        </p>
      )}
      {unread > 0 && (
        <p className="row wrap">
          <State of="warning" text={messages.unread(unread)} /> {lookAt}
        </p>
      )}
      <ul>
        {chosen.map((volume) => {
          const found = seen.get(keyOfVolume(volume));
          if (!found) return null;
          const told = 'impact' in found ? messages.loses(found.impact.runs, found.impact.pointsLost) : text(found);
          return (
            <li key={keyOfVolume(volume)}>
              {volume.volume}: {told}
            </li>
          );
        })}
      </ul>
      {lastFulls > 0 && (
        <label className="check">
          <input type="checkbox" checked={isForced} onChange={({ target }) => setForced(target.checked)} />
          {messages.force(lastFulls)}
        </label>
      )}
      {known.length > 0 && (
        <>
          <label>
            {messages.typeCount(known.length)}
            <input
              {...{ value: typed, name: 'confirm', autoComplete: 'off', inputMode: 'numeric' }}
              onChange={({ target }) => setTyped(target.value)}
            />
          </label>
          <button className="danger" disabled={!isReady}>
            {messages.perform[action](known.length)}
          </button>
        </>
      )}
    </form>
  );
}

interface ReportProps {
  readonly of: number;
  readonly done: readonly Outcome[];
  readonly onClose: () => void;
}

function Report({ of, done, onClose }: ReportProps) {
  const messages = useMessages('bulkActions');
  const { text } = useMessages('problem');
  const failed = done.filter(({ problem }) => problem !== undefined).length;
  const isOver = done.length === of;
  return (
    <section className="bulk" aria-label={messages.bulk}>
      <div className="report">
        <p role="status">{isOver ? messages.over(of - failed, of) : messages.atWork(done.length, of)}</p>
        <ul>
          {done.map(({ volume, problem }) => (
            <li key={keyOfVolume(volume)}>
              {volume.volume}: {problem ? text(problem) : messages.succeeded}
            </li>
          ))}
        </ul>
        <button type="button" aria-disabled={!isOver} onClick={() => isOver && onClose()}>
          {messages.dismiss}
        </button>
      </div>
    </section>
  );
}
