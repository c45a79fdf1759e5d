import { useState } from 'react';
import { ask } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { forget, queries, useApiQuery } from '../../api/queries';
import { type Action, useAction } from '../action';
import { Denied } from '../no-permission';
import { ErrorMessage } from '../error-message';
import { Shown } from '../query-content';
import { TypeToConfirm } from '../type-to-confirm';
import { useMessages } from '../../i18n/messages';
import { ActionSection } from './action-section';
import {
  askImpact,
  changedImpact,
  type Forgotten,
  type ForgetTarget,
  nameOf,
  postForget,
  type SeenImpact,
} from './purge-impact';
import { ImpactText } from './purge-impact-text';

interface ForgetProps {
  readonly target: ForgetTarget;
  readonly onDone: (forgotten: Forgotten) => void;
  readonly onKept: () => void;
}

const keyOf = (target: ForgetTarget) => ['impact', target.action, target.director, nameOf(target)] as const;

/** Prunes, purges, truncates or deletes: first what would be lost, then the name typed. */
export function Forget({ target, onDone, onKept }: ForgetProps) {
  const messages = useMessages('purge');
  const { action, director } = target;
  const name = nameOf(target);
  const why = usePermissionError('media:destroy');
  const seen = useApiQuery(keyOf(target), (api, signal) => askImpact(api, target, signal), { enabled: why === null });
  const request = useAction();
  const query = `director=${encodeURIComponent(director)}`;
  const path =
    action === 'deleteRun'
      ? `/operations/runs/${name}/delete?${query}`
      : `/storage-media/volumes/${encodeURIComponent(name)}/${action}?${query}`;
  return (
    <ActionSection title={messages.title[action](name)} curl={{ method: 'POST', path, body: {} }}>
      <p>{messages.about[action]}</p>
      <Denied id="no-forget" why={why} />
      {why === null && (
        <Shown of={seen} rows={4}>
          {(shown) => (
            <>
              <ImpactText of={shown.impact} action={action} />
              <Confirm key={shown.impactHash} {...{ target, shown, request, onDone, onKept }} />
            </>
          )}
        </Shown>
      )}
      <ErrorMessage problem={request.problem} />
    </ActionSection>
  );
}

interface ConfirmProps extends ForgetProps {
  readonly shown: SeenImpact;
  readonly request: Action;
}

/** Only what was looked at is confirmed: where it has changed meanwhile, the new one is shown and the name is typed again. */
function Confirm({ target, shown: { impact, impactHash }, request, onDone, onKept }: ConfirmProps) {
  const messages = useMessages('purge');
  const { action } = target;
  const name = nameOf(target);
  const [isForced, setForced] = useState(false);
  const confirm = (typed: string) =>
    request.act(async () =>
      onDone(await carryOut(target, { confirm: typed, impactHash, ...(isForced ? { force: true } : {}) })),
    );
  return (
    <TypeToConfirm
      {...{
        name,
        label: messages.type(name),
        submit: messages.submit[action],
        keep: messages.keep,
        busy: request.busy,
      }}
      {...{ isIncomplete: impact.lastFulls > 0 && !isForced, onConfirm: confirm, onKept }}
    >
      {impact.lastFulls > 0 && <OnlyCopy lastFulls={impact.lastFulls} value={isForced} take={setForced} />}
    </TypeToConfirm>
  );
}

interface OnlyCopyProps {
  readonly lastFulls: number;
  readonly value: boolean;
  readonly take: (value: boolean) => void;
}

/** Refused unless somebody says that the only copy may go. */
function OnlyCopy({ lastFulls, value, take }: OnlyCopyProps) {
  const messages = useMessages('purge');
  return (
    <div className="only-copy">
      <p id="only-copy">{messages.onlyCopy(lastFulls)}</p>
      <label className="check">
        <input
          {...{ type: 'checkbox', checked: value, 'aria-describedby': 'only-copy' }}
          onChange={({ target }) => take(target.checked)}
        />
        {messages.force(lastFulls)}
      </label>
    </div>
  );
}

async function carryOut(target: ForgetTarget, body: Parameters<typeof postForget>[2]): Promise<Forgotten> {
  try {
    const forgotten = await ask((api) => postForget(api, target, body));
    forget('volumes', 'pools', 'runs', 'points', 'clients', 'jobs', 'health', 'slots');
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
  const messages = useMessages('purge');
  return (
    <>
      {messages.done[of.target.action](nameOf(of.target), of.runsGone, of.status ?? '–')}{' '}
      {of.runsLeft > 0 && messages.left(of.runsLeft)}{' '}
      <span className="quiet">
        {messages.said} <code>{of.words.trim()}</code>
      </span>
    </>
  );
}
