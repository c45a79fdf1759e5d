import { useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { useMessages } from '../../i18n/messages';
import { type Device } from './use-storages';

type Answer = Schemas['DeviceAnswer'];
const verbs = ['mount', 'unmount', 'release'] as const;
type Verb = (typeof verbs)[number];

interface DeviceActionsProps {
  readonly device: Device;
  /** How the API names it. */
  readonly path: string;
  /** The id of the sentence that says why the caller may not. */
  readonly hindrance: string | null;
  readonly onTold: (answer: Answer) => void;
}

function tell(verb: Verb, name: string, body: Schemas['DeviceBody']): Promise<Answer> {
  const given = { params: { path: { name } }, body };
  return ask((api) => {
    if (verb === 'mount') return api.POST('/api/v1/storage-media/devices/{name}/mount', given);
    if (verb === 'unmount') return api.POST('/api/v1/storage-media/devices/{name}/unmount', given);
    return api.POST('/api/v1/storage-media/devices/{name}/release', given);
  });
}

/** Mount, unmount and release; a drive of a changer is told from which slot. */
export function DeviceActions({ device: of, path, hindrance, onTold }: DeviceActionsProps) {
  const [slot, setSlot] = useState('');
  const { problem, busy, act } = useAction();
  const { device, director, drive, autochanger } = of;
  const place = { director, ...(drive === null ? {} : { drive }) };
  const mounting = slot === '' ? place : { ...place, slot: Number(slot) };
  const carryOut = (verb: Verb): void =>
    act(async () => {
      onTold(await tell(verb, path, verb === 'mount' ? mounting : place));
      forget('devices', 'storages', 'slots', 'volumes');
    });
  const mountPath = `/storage-media/devices/${encodeURIComponent(path)}/mount`;
  return (
    <>
      <span className="row">
        {autochanger !== null && hindrance === null && <SlotField {...{ device, value: slot, take: setSlot }} />}
        {verbs.map((verb) => (
          <VerbButton key={verb} {...{ verb, device, hindrance, busy, carryOut }} />
        ))}
        {hindrance === null && <AsCurl method="POST" path={mountPath} body={mounting} />}
      </span>
      <ErrorMessage problem={problem} />
    </>
  );
}

interface SlotFieldProps {
  readonly device: string;
  readonly value: string;
  readonly take: (slot: string) => void;
}

function SlotField({ device, value, take }: SlotFieldProps) {
  const messages = useMessages('devices');
  return (
    <input
      {...{ type: 'number', min: 0, max: 100_000, step: 1, className: 'slot', value }}
      {...{ placeholder: messages.slot, 'aria-label': messages.slotOf(device) }}
      onChange={({ target }) => take(target.value)}
    />
  );
}

interface VerbButtonProps extends Pick<DeviceActionsProps, 'hindrance'> {
  readonly verb: Verb;
  readonly device: string;
  readonly busy: boolean;
  readonly carryOut: (verb: Verb) => void;
}

function VerbButton({ verb, device, hindrance, busy, carryOut }: VerbButtonProps) {
  const messages = useMessages('devices');
  return (
    <button
      type="button"
      aria-label={messages.actionOn[verb](device)}
      title={messages.meaning[verb]}
      disabled={hindrance !== null}
      aria-disabled={busy}
      aria-describedby={hindrance ?? undefined}
      onClick={() => carryOut(verb)}
    >
      {messages[verb]}
    </button>
  );
}
