import { type SyntheticEvent, useState } from 'react';
import { ask } from '../api/ask';
import { forget, queries, useAsked } from '../api/queries';
import { type Action, useAction } from '../parts/action';
import { Fault } from '../parts/fault';
import { Shown } from '../parts/shown';
import { useWords } from '../words/words';
import { DeedFrame } from './deed-frame';
import { forgetWords } from './forget.words';
import { askImpact, changedImpact, type Forgotten, type ForgetTarget, postForget, type SeenImpact } from './impact';
import { ImpactText } from './impact-text';

interface ForgetVolumeProps {
  readonly target: ForgetTarget;
  readonly onDone: (forgotten: Forgotten) => void;
  readonly onKept: () => void;
}

const keyOf = ({ action, volume, director }: ForgetTarget) => ['impact', action, director, volume] as const;

/** Prunes or purges a volume: first what would be lost, then its name typed. */
export function ForgetVolume({ target, onDone, onKept }: ForgetVolumeProps) {
  const words = useWords(forgetWords);
  const { action, volume, director } = target;
  const seen = useAsked(keyOf(target), (api, signal) => askImpact(api, target, signal));
  const deed = useAction();
  const path = `/storage-media/volumes/${encodeURIComponent(volume)}/${action}?director=${encodeURIComponent(director)}`;
  return (
    <DeedFrame title={words.title[action](volume)} curl={{ method: 'POST', path, body: {} }}>
      <p>{words.about[action]}</p>
      <Shown of={seen} rows={4}>
        {(shown) => (
          <>
            <ImpactText of={shown.impact} />
            <Confirm key={shown.impactHash} {...{ target, shown, deed, onDone, onKept }} />
          </>
        )}
      </Shown>
      <Fault problem={deed.problem} />
    </DeedFrame>
  );
}

interface ConfirmProps extends ForgetVolumeProps {
  readonly shown: SeenImpact;
  readonly deed: Action;
}

/** Only what was looked at is confirmed: where it has changed meanwhile, the new one is shown and the name is typed again. */
function Confirm({ target, shown: { impact, impactHash }, deed, onDone, onKept }: ConfirmProps) {
  const words = useWords(forgetWords);
  const { action, volume } = target;
  const [typed, setTyped] = useState('');
  const [isForced, setForced] = useState(false);
  const isReady = typed === volume && (impact.lastFulls === 0 || isForced);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isReady) return;
    deed.act(async () =>
      onDone(await carryOut(target, { confirm: typed, impactHash, ...(isForced ? { force: true } : {}) })),
    );
  };
  return (
    <form className="confirm" onSubmit={submit}>
      {impact.lastFulls > 0 && <OnlyCopy lastFulls={impact.lastFulls} value={isForced} take={setForced} />}
      <label>
        {words.type(volume)}
        <input
          {...{ value: typed, name: 'confirm', spellCheck: false, autoComplete: 'off' }}
          onChange={({ target: field }) => setTyped(field.value)}
        />
      </label>
      <div className="row">
        <button className="danger" disabled={!isReady} aria-disabled={deed.busy}>
          {words.deed[action]}
        </button>
        <button type="button" onClick={onKept}>
          {words.keep}
        </button>
      </div>
    </form>
  );
}

interface OnlyCopyProps {
  readonly lastFulls: number;
  readonly value: boolean;
  readonly take: (value: boolean) => void;
}

/** Refused unless somebody says that the only copy may go. */
function OnlyCopy({ lastFulls, value, take }: OnlyCopyProps) {
  const words = useWords(forgetWords);
  return (
    <div className="only-copy">
      <p id="only-copy">{words.onlyCopy(lastFulls)}</p>
      <label className="check">
        <input
          {...{ type: 'checkbox', checked: value, 'aria-describedby': 'only-copy' }}
          onChange={({ target }) => take(target.checked)}
        />
        {words.force(lastFulls)}
      </label>
    </div>
  );
}

async function carryOut(target: ForgetTarget, body: Parameters<typeof postForget>[2]): Promise<Forgotten> {
  try {
    const forgotten = await ask((api) => postForget(api, target, body));
    forget('volumes', 'pools', 'runs', 'points', 'clients', 'health');
    queries.removeQueries({ queryKey: keyOf(target) });
    return forgotten;
  } catch (error) {
    const seen = changedImpact(error);
    if (seen) queries.setQueryData<SeenImpact>(keyOf(target), seen);
    throw error;
  }
}

/** What has gone, as the catalog shows it afterwards. */
export function ForgottenText({ of }: { readonly of: Forgotten }) {
  const words = useWords(forgetWords);
  return (
    <>
      {words.done[of.action](of.volume, of.runsGone, of.status)} {of.runsLeft > 0 && words.left(of.runsLeft)}{' '}
      <span className="quiet">
        {words.said} <code>{of.words.trim()}</code>
      </span>
    </>
  );
}
