import { type ReactNode, useState } from 'react';
import { ask, type Schemas } from '../../api/request';
import { forget } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Chooser } from '../../components/combobox';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { useMessages } from '../../i18n/messages';
import { useDirectorNamed, useDisabledReason } from './use-director-ability';

interface ChangerActionsProps {
  readonly storage: string;
  readonly director: string;
}

const verbs = ['update-slots', 'import', 'export'] as const;
type Verb = (typeof verbs)[number];

/** `1, 3-5` as numbers; null where it is none of that, undefined where all are meant. */
export function slotsIn(text: string): readonly number[] | null | undefined {
  if (text.trim() === '') return undefined;
  const parts = text.split(',').map((part) => /^\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*$/.exec(part));
  const slots = parts.flatMap((part) => {
    const [from, to] = [Number(part?.[1]), Number(part?.[2] ?? part?.[1])];
    return part && to >= from && to - from < 1_000
      ? Array.from({ length: to - from + 1 }, (_, at) => from + at)
      : [NaN];
  });
  return slots.some((slot) => !(slot >= 1)) || slots.length > 1_000 ? null : [...new Set(slots)];
}

/** What is done with all that a changer holds, or with some of its slots. */
export function ChangerActions({ storage, director }: ChangerActionsProps) {
  const messages = useMessages('devices');
  const pools = useDirectorNamed(director)?.pools ?? [];
  const [text, setText] = useState('');
  const [pool, setPool] = useState('');
  const [told, setTold] = useState<string | null>(null);
  const { problem, busy, act } = useAction();
  const slots = slotsIn(text);
  const body = slots ? { slots: [...slots] } : {};
  const given = { params: { path: { name: storage }, query: { director } } };
  const carryOut = (work: () => Promise<Schemas['ChangerAnswer']>): void =>
    act(async () => {
      setTold(null);
      setTold((await work()).words);
      forget('slots', 'volumes', 'pools', 'devices');
    });
  const hindrances = {
    'label-barcodes': useDisabledReason(director, 'label-barcodes', 'media:manage'),
    'update-slots': useDisabledReason(director, 'update-slots', 'media:manage'),
    import: useDisabledReason(director, 'import', 'media:manage'),
    export: useDisabledReason(director, 'export', 'media:manage'),
  };
  const at = (verb: string): string =>
    `/storage-media/storages/${encodeURIComponent(storage)}/${verb}?director=${encodeURIComponent(director)}`;
  const tell = (verb: Verb): Promise<Schemas['ChangerAnswer']> =>
    ask((api) => {
      if (verb === 'update-slots')
        return api.POST('/api/v1/storage-media/storages/{name}/update-slots', { ...given, body });
      if (verb === 'import') return api.POST('/api/v1/storage-media/storages/{name}/import', { ...given, body });
      return api.POST('/api/v1/storage-media/storages/{name}/export', { ...given, body });
    });
  const label = (): Promise<Schemas['ChangerAnswer']> =>
    ask((api) =>
      api.POST('/api/v1/storage-media/storages/{name}/label-barcodes', { ...given, body: { ...body, pool } }),
    );
  return (
    <div className="stack">
      <div className="row wrap">
        <label>
          {messages.slotsWanted}
          <input
            {...{ value: text, placeholder: messages.slotsHint, 'aria-invalid': slots === null, spellCheck: false }}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        {verbs.map((verb) => (
          <VerbButton
            key={verb}
            verb={verb}
            why={hindrances[verb]}
            isReady={slots !== null}
            busy={busy}
            act={() => carryOut(() => tell(verb))}
          >
            {messages.changerVerbs[verb]}
          </VerbButton>
        ))}
        <AsCurl method="POST" path={at('update-slots')} body={body} />
      </div>
      <div className="row wrap">
        <Chooser
          {...{ label: messages.poolOfLabels, kind: 'pools', chosen: pool, names: pools, nothing: '–' }}
          choose={setPool}
        />
        <VerbButton
          verb="label-barcodes"
          why={hindrances['label-barcodes']}
          isReady={slots !== null && pool !== ''}
          busy={busy}
          act={() => carryOut(label)}
        >
          {messages.changerVerbs['label-barcodes']}
        </VerbButton>
        <AsCurl method="POST" path={at('label-barcodes')} body={{ ...body, pool }} />
      </div>
      <ErrorMessage problem={problem} />
      <div role="status">{busy ? messages.changerBusy : told !== null && <pre className="told">{told}</pre>}</div>
    </div>
  );
}

interface VerbButtonProps {
  readonly verb: string;
  readonly why: string | null;
  readonly isReady: boolean;
  readonly busy: boolean;
  readonly act: () => void;
  readonly children: ReactNode;
}

function VerbButton({ verb, why, isReady, busy, act, children }: VerbButtonProps) {
  if (why !== null) return <Denied id={`no-${verb}`} why={why} />;
  return (
    <button type="button" disabled={!isReady} aria-disabled={busy} onClick={act}>
      {children}
    </button>
  );
}
