import { type SyntheticEvent, useState } from 'react';
import { ask } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { Chooser } from '../../components/combobox';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { ActionSection } from '../../components/purge/action-section';
import { useMessages } from '../../i18n/messages';
import { useDirectorNamed } from './use-director-ability';
import { NumberField } from './number-field';
import { Select } from './select';
import { canLose, changeOf, formOf, statusesFor, type VolumeChange, type VolumeForm } from './volume-change';
import { type Volume } from './volume-columns';

interface EditVolumeProps {
  readonly volume: Volume;
  readonly etag: string | null;
  readonly onDone: () => void;
  readonly onKept: () => void;
}

async function send({ volume, director }: Volume, etag: string | null, body: VolumeChange): Promise<void> {
  const header = etag === null ? {} : { 'If-Match': etag };
  const params = { path: { name: volume }, query: { director }, header };
  try {
    await ask((api) => api.PATCH('/api/v1/storage-media/volumes/{name}', { params, body }));
  } finally {
    // Refused, it may be that somebody else was quicker: what they did is shown before the next try.
    forget('volumes', 'pools');
  }
}

/** Changes a volume as it is shown. Fields that were not touched follow what others do meanwhile. */
export function EditVolume({ volume, etag, onDone, onKept }: EditVolumeProps) {
  const messages = useMessages('volumes');
  const [touched, setTouched] = useState<Partial<VolumeForm>>({});
  const { problem, busy, act } = useAction();
  const form = { ...formOf(volume), ...touched };
  const change = changeOf(volume, form);
  const isNothing = Object.keys(change).length === 0;
  const lack = usePermissionError('media:destroy');
  const kind = useDirectorNamed(volume.director)?.kind;
  const denial = canLose(kind, volume, change) ? lack : null;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isNothing || denial !== null) return;
    act(async () => {
      await send(volume, etag, change);
      onDone();
    });
  };
  const path = `/storage-media/volumes/${encodeURIComponent(volume.volume)}?director=${encodeURIComponent(volume.director)}`;
  return (
    <ActionSection title={messages.editTitle} curl={{ method: 'PATCH', path, body: change }}>
      <form className="stack" onSubmit={submit}>
        <EditFields volume={volume} form={form} change={(changes) => setTouched((old) => ({ ...old, ...changes }))} />
        {lack !== null && <p className="quiet">{messages.freeing}</p>}
        <Denied id="no-change" why={denial} />
        <SaveRow {...{ isNothing, isDenied: denial !== null, busy, onKept }} />
      </form>
      <ErrorMessage problem={problem} />
    </ActionSection>
  );
}

interface SaveRowProps {
  readonly isNothing: boolean;
  readonly isDenied: boolean;
  readonly busy: boolean;
  readonly onKept: () => void;
}

function SaveRow({ isNothing, isDenied, busy, onKept }: SaveRowProps) {
  const messages = useMessages('volumes');
  const { save, cancel } = useMessages('common');
  return (
    <div className="row">
      <button
        className="primary"
        disabled={isNothing || isDenied}
        aria-disabled={busy}
        aria-describedby={isDenied ? 'no-change' : 'no-difference'}
      >
        {save}
      </button>
      <button type="button" onClick={onKept}>
        {cancel}
      </button>
      <span id="no-difference" className="quiet">
        {isNothing && messages.nothingNew}
      </span>
    </div>
  );
}

interface EditFieldsProps {
  readonly volume: Volume;
  readonly form: VolumeForm;
  readonly change: (changes: Partial<VolumeForm>) => void;
}

function EditFields({ volume, form, change }: EditFieldsProps) {
  const messages = useMessages('volumes');
  const director = useDirectorNamed(volume.director);
  const pools = director?.pools ?? [];
  const names = pools.includes(form.pool) ? pools : [form.pool, ...pools];
  const hint = director?.kind === 'embedded' ? messages.daysHint.embedded : messages.daysHint.others;
  return (
    <>
      <div className="row wrap">
        <Select
          label={messages.status}
          value={form.status}
          names={statusesFor(director?.kind, volume.status)}
          take={(status) => change({ status })}
        />
        <Chooser
          {...{ label: messages.pool, kind: 'pools', chosen: form.pool, names }}
          choose={(pool) => change({ pool })}
        />
        <NumberField
          {...{ label: messages.days, value: form.days, hint, most: 36_600, takesParts: true, isRequired: true }}
          take={(days) => change({ days })}
        />
      </div>
      <Check label={messages.mayRecycle} value={form.recycle} take={(recycle) => change({ recycle })} />
      <Check label={messages.mayWrite} value={form.enabled} take={(enabled) => change({ enabled })} />
    </>
  );
}

interface CheckProps {
  readonly label: string;
  readonly value: boolean;
  readonly take: (value: boolean) => void;
}

function Check({ label, value, take }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={value} onChange={({ target }) => take(target.checked)} />
      {label}
    </label>
  );
}
