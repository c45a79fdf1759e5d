import { getRouteApi, Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { type Director, useChosenDirector, useDirectors } from '../../api/directors';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Chooser } from '../../components/combobox';
import { Denied } from '../../components/no-permission';
import { Empty } from '../../components/empty';
import { ErrorMessage } from '../../components/error-message';
import { Title } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { useDirectorLink, useDisabledReason } from './use-director-ability';
import { NumberField } from './number-field';
import { useIsChanger } from './use-storages';
import './storage.css';

const route = getRouteApi('/storage/label');
type LabelBody = Schemas['LabelBody'];

/** Makes a new volume. */
export function LabelPage() {
  const messages = useMessages('volumes');
  const shared = useMessages('storage');
  const { director: chosen } = useChosenDirector();
  const all = useDirectors();
  const [picked, setPicked] = useState<string | null>(null);
  const isOpen = chosen === '*';
  const wanted = isOpen ? (picked ?? undefined) : chosen;
  const director = all.find((one) => (wanted === undefined ? one.default : one.name === wanted));
  return (
    <>
      <Title above={<Link to="/storage/volumes">{shared.volumes}</Link>}>{shared.label}</Title>
      <p className="quiet">{messages.labelIntro}</p>
      {isOpen && director && (
        <div className="row wrap">
          <Chooser
            {...{ label: shared.director, kind: 'directors', chosen: director.name, choose: setPicked }}
            names={all.map(({ name }) => name)}
          />
        </div>
      )}
      {director ? <LabelForm key={director.name} director={director} /> : <Empty>{messages.noDirector}</Empty>}
    </>
  );
}

interface Typed {
  readonly volume: string;
  readonly pool: string;
  readonly storage: string;
  readonly slot: string;
  readonly drive: string;
}

function bodyOf(director: string, { volume, pool, storage, slot, drive }: Typed): LabelBody {
  return {
    volume: volume.trim(),
    pool,
    storage,
    director,
    ...(slot === '' ? {} : { slot: Number(slot) }),
    ...(drive === '' ? {} : { drive: Number(drive) }),
  };
}

function LabelForm({ director }: { readonly director: Director }) {
  const messages = useMessages('volumes');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const ofMade = useDirectorLink();
  const hindrance = useDisabledReason(director.name, 'label', 'media:manage');
  const { problem, busy, act } = useAction();
  const [typed, setTyped] = useState<Typed>(() => beginning(director, search));
  const body = bodyOf(director.name, typed);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    act(async () => {
      const made = await ask((api) => api.POST('/api/v1/storage-media/volumes', { body }));
      forget('volumes', 'pools');
      const place = { params: { name: made.volume }, search: ofMade(made.director) };
      await navigate({ to: '/storage/volumes/$name', ...place });
    });
  };
  return (
    <>
      <Denied id="no-label" why={hindrance} />
      <form className="stack storage-form" onSubmit={submit}>
        <LabelFields {...{ director, typed }} take={(more) => setTyped((old) => ({ ...old, ...more }))} />
        <div className="row">
          <button
            className="primary"
            disabled={hindrance !== null}
            aria-disabled={busy}
            aria-describedby={hindrance === null ? undefined : 'no-label'}
          >
            {messages.labelButton}
          </button>
          <AsCurl method="POST" path="/storage-media/volumes" body={body} />
        </div>
      </form>
      <ErrorMessage problem={problem} />
    </>
  );
}

function beginning(
  { pools, storages }: Director,
  wanted: { readonly pool?: string; readonly storage?: string },
): Typed {
  const place = { pool: knownOf(wanted.pool, pools), storage: knownOf(wanted.storage, storages) };
  return { volume: '', slot: '', drive: '', ...place };
}

function knownOf(wanted: string | undefined, names: readonly string[]): string {
  return wanted !== undefined && names.includes(wanted) ? wanted : (names[0] ?? '');
}

interface LabelFieldsProps {
  readonly director: Director;
  readonly typed: Typed;
  readonly take: (more: Partial<Typed>) => void;
}

function LabelFields({ director, typed, take }: LabelFieldsProps) {
  const messages = useMessages('volumes');
  const isChanger = useIsChanger(director.name, typed.storage);
  const { volume, pool, storage } = typed;
  return (
    <>
      <label>
        {messages.newVolume}
        <input
          {...{ name: 'volume', value: volume, required: true, maxLength: 127, spellCheck: false, autoComplete: 'off' }}
          pattern="[A-Za-z0-9][A-Za-z0-9_.:\-]*"
          aria-describedby="name-hint"
          onChange={({ target }) => take({ volume: target.value })}
        />
        <span id="name-hint">{messages.newHint}</span>
      </label>
      <div className="row wrap">
        <Chooser
          {...{ label: messages.pool, kind: 'pools', chosen: pool, names: director.pools }}
          choose={(name) => take({ pool: name })}
        />
        <Chooser
          {...{ label: messages.storage, kind: 'storages', chosen: storage, names: director.storages }}
          choose={(name) => take({ storage: name, slot: '', drive: '' })}
        />
        {isChanger && (
          <>
            <NumberField label={messages.slotHint} value={typed.slot} take={(slot) => take({ slot })} />
            <NumberField label={messages.drive} value={typed.drive} take={(drive) => take({ drive })} />
          </>
        )}
      </div>
    </>
  );
}
