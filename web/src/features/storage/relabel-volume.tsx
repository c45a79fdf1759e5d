import { type SyntheticEvent, useState } from 'react';
import { type Api, ask, asProblem, Refused, type Schemas } from '../../api/request';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { Chooser } from '../../components/combobox';
import { ErrorMessage } from '../../components/error-message';
import { ActionSection } from '../../components/purge/action-section';
import { useMessages } from '../../i18n/messages';
import { useDirectorNamed } from './use-director-ability';
import { NumberField } from './number-field';
import { type Storage, useStorages } from './use-storages';
import { type Volume } from './volume-columns';

interface RelabelVolumeProps {
  readonly volume: Volume;
  readonly onDone: (renamed: string) => void;
  readonly onKept: () => void;
}

/** Writes a new label on an emptied volume. The name is typed before, for the old label cannot be brought back. */
export function RelabelVolume({ volume: of, onDone, onKept }: RelabelVolumeProps) {
  const messages = useMessages('volumes');
  const { cancel } = useMessages('common');
  const { volume, director } = of;
  const pools = useDirectorNamed(director)?.pools ?? [];
  const [newName, setNewName] = useState('');
  const [pool, setPool] = useState(of.pool ?? '');
  const [place, setPlace] = useState({
    storage: of.storage ?? '',
    slot: of.slot === null ? '' : String(of.slot),
    drive: '',
  });
  const changers = useChangersFor(of);
  const isPlaced = of.storage === null || changers.includes(of.storage);
  const [typed, setTyped] = useState('');
  const { problem, busy, act } = useAction();
  const body = { newName, ...(pool === '' ? {} : { pool }), ...(isPlaced ? placeOf(place) : {}) };
  const isReady = newName !== '' && typed === volume;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isReady) return;
    act(async () => {
      await relabel(of, body, typed);
      forget('volumes', 'pools', 'slots', 'devices');
      onDone(newName);
    });
  };
  const path = `/storage-media/volumes/${encodeURIComponent(volume)}/relabel?director=${encodeURIComponent(director)}`;
  return (
    <ActionSection title={messages.relabelTitle(volume)} curl={{ method: 'POST', path, body }}>
      <p>{messages.relabelAbout}</p>
      <form className="confirm" onSubmit={submit}>
        <label>
          {messages.newName}
          <input
            {...{ value: newName, name: 'newName', spellCheck: false, autoComplete: 'off', maxLength: 127 }}
            onChange={({ target }) => setNewName(target.value)}
          />
        </label>
        <Chooser
          {...{
            label: messages.pool,
            kind: 'pools',
            chosen: pool,
            names: pools.includes(pool) ? pools : [pool, ...pools],
          }}
          choose={setPool}
        />
        {isPlaced && <PlaceFields {...{ place, changers }} take={(more) => setPlace((old) => ({ ...old, ...more }))} />}
        <label>
          {messages.typeToConfirm(volume)}
          <input
            {...{ value: typed, name: 'confirm', spellCheck: false, autoComplete: 'off' }}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <div className="row">
          <button className="danger" disabled={!isReady} aria-disabled={busy}>
            {messages.relabelButton}
          </button>
          <button type="button" onClick={onKept}>
            {cancel}
          </button>
        </div>
      </form>
      <ErrorMessage problem={problem} />
    </ActionSection>
  );
}

interface Place {
  readonly storage: string;
  readonly slot: string;
  readonly drive: string;
}

function placeOf({ storage, slot, drive }: Place): Pick<Schemas['RelabelBody'], 'storage' | 'slot' | 'drive'> {
  return {
    ...(storage === '' ? {} : { storage }),
    // Left out, it would be the slot of the volume, not what is loaded.
    slot: Number(slot),
    ...(drive === '' ? {} : { drive: Number(drive) }),
  };
}

/** The autochangers for media as this volume is on: elsewhere the label would be written on something else. Any storage where none is known. */
function useChangersFor({ director, storage: known, mediaType }: Volume): readonly string[] {
  const { data } = useStorages({ director });
  const isFit = (one: Storage) => (one.autochanger || known === null) && (one.mediaType ?? mediaType) === mediaType;
  const changers = data?.items.filter(isFit) ?? [];
  return changers.map(({ storage }) => storage);
}

interface PlaceFieldsProps {
  readonly place: Place;
  readonly changers: readonly string[];
  readonly take: (more: Partial<Place>) => void;
}

/** Where the medium is that gets the label. */
function PlaceFields({ place: { storage, slot, drive }, changers, take }: PlaceFieldsProps) {
  const messages = useMessages('volumes');
  return (
    <div className="row wrap">
      <Chooser
        {...{ label: messages.storage, kind: 'storages', chosen: storage, names: changers, nothing: '–' }}
        choose={(name) => take({ storage: name })}
      />
      <NumberField label={messages.slotHint} value={slot} take={(number) => take({ slot: number })} />
      <NumberField label={messages.drive} value={drive} take={(number) => take({ drive: number })} />
    </div>
  );
}

/** The first answer marks what is confirmed: a volume without any run, or it is refused. */
async function relabel({ volume, director }: Volume, body: Schemas['RelabelBody'], confirm: string): Promise<void> {
  const params = { path: { name: volume }, query: { director } };
  const send = (more: Partial<Schemas['RelabelBody']>) => (api: Api) =>
    api.POST('/api/v1/storage-media/volumes/{name}/relabel', { params, body: { ...body, ...more } });
  try {
    await ask(send({}));
  } catch (error) {
    const impactHash = error instanceof Refused ? (asProblem(error) as Schemas['PurgeProblem']).impactHash : undefined;
    if (impactHash === undefined) throw error;
    await ask(send({ confirm, impactHash }));
  }
}
