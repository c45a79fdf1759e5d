import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type Problem } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { forget, useApiQuery } from '../../api/queries';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Facts } from '../../components/definition-list';
import { ErrorMessage } from '../../components/error-message';
import { Denied } from '../../components/no-permission';
import { Shown } from '../../components/query-content';
import { focusTitle, Title, useFocusKept } from '../../components/title';
import { useMessages } from '../../i18n/messages';
import { ApplyDraft, ChangeContent, UndoApplied } from './change-review';
import { ChangeState } from './changes.page';
import './configuration.css';
import { ChangeTime, ConfigurationNote, ConfigurationTabs, useReadOnly } from './configuration-tabs';
import { type Change, type ChangeSummary } from './records';
import { createRevert, discardDraft } from './use-change';

const everyMs = 2_000;

/** One change: a draft that can be applied, or a part of the history that can be reverted. */
export function ChangePage() {
  const { id } = useParams({ from: '/administration/configuration/changes/$id' });
  const messages = useMessages('configuration');
  // Only a change that is being applied changes by itself.
  const [isApplying, setApplying] = useState(false);
  const change = useApiQuery(
    ['configuration', 'change', id],
    (api, signal) => api.GET('/api/v1/configuration/changes/{id}', { params: { path: { id } }, signal }),
    isApplying ? { everyMs } : {},
  );
  if (isApplying !== (change.data?.state === 'applying')) setApplying(!isApplying);
  return (
    <>
      <Title above={<Link to="/administration/configuration/changes">{messages.changes}</Link>}>
        {messages.change}
      </Title>
      <AsCurl path={`/configuration/changes/${id}`} />
      <ConfigurationTabs />
      <ConfigurationNote director={change.data?.director ?? null} />
      <Shown of={change} rows={6}>
        {(known) => <OneChange key={known.id} of={known} />}
      </Shown>
    </>
  );
}

function OneChange({ of }: { readonly of: Change }) {
  const messages = useMessages('configuration');
  const { origins } = useMessages('configurationChange');
  return (
    <>
      <UndoApplied of={of} />
      <Facts
        of={[
          [messages.state, <ChangeState key="" of={of} />],
          [messages.when, <ChangeTime key="" of={of} />],
          [messages.author, of.author?.name],
          [messages.origin, origins[of.origin]],
          [messages.comment, of.comment],
          [
            messages.revertOf,
            of.revertOf !== null && (
              <Link key="" to="/administration/configuration/changes/$id" params={{ id: of.revertOf }}>
                {messages.change}
              </Link>
            ),
          ],
        ]}
      />
      {of.state === 'draft' ? <Draft of={of} /> : <Revert of={of} />}
      <ChangeContent of={of} />
    </>
  );
}

function Draft({ of }: { readonly of: Change }) {
  const messages = useMessages('configuration');
  const { act, problem } = useAction();
  const navigate = useNavigate();
  const mayDiscard = usePermissionError('configuration:write') === null;
  // It goes away when the change is rolled back.
  const section = useRef<HTMLElement>(null);
  useFocusKept(section);
  const discard = () =>
    act(async () => {
      await discardDraft(of);
      await navigate({ to: '/administration/configuration/changes' });
      // Not before: the draft is no longer there.
      forget('configuration');
    });
  return (
    <section ref={section}>
      <ApplyDraft
        {...{ draft: of, label: messages.apply, keep: messages.discard, onKept: mayDiscard ? discard : null }}
        onApplied={focusTitle}
      />
      <ErrorMessage problem={problem} />
    </section>
  );
}

function Revert({ of }: { readonly of: Change }) {
  const messages = useMessages('configuration');
  const { act, busy, problem } = useAction();
  const navigate = useNavigate();
  const mayWrite = usePermissionError('configuration:write');
  const readOnly = useReadOnly(of.director);
  const why = mayWrite ?? readOnly;
  if (of.state !== 'applied' || of.origin === 'initial') return null;
  const revert = () =>
    act(async () => {
      const { id } = await createRevert(of);
      await navigate({ to: '/administration/configuration/changes/$id', params: { id } });
    });
  return (
    <section>
      <Denied id="no-revert" why={why} />
      <div className="row wrap">
        <button
          type="button"
          disabled={why !== null}
          aria-disabled={busy}
          aria-describedby={why === null ? undefined : 'no-revert'}
          onClick={revert}
        >
          {messages.revert}
        </button>
        <span className="quiet">{messages.revertHint}</span>
        <AsCurl method="POST" path={`/configuration/changes/${of.id}/revert`} />
      </div>
      <ErrorMessage problem={problem} />
      <LaterChanges of={problem} />
    </section>
  );
}

/** Changes that the revert would undo too, each with a link: the newest one is reverted first. */
function LaterChanges({ of }: { readonly of: Problem | null }) {
  const { changes = [] } = (of ?? {}) as { readonly changes?: readonly ChangeSummary[] };
  if (changes.length === 0) return null;
  return (
    <ul className="setup-lines">
      {[...changes].reverse().map((change) => (
        <li key={change.id}>
          <Link to="/administration/configuration/changes/$id" params={{ id: change.id }}>
            <ChangeTime of={change} />
          </Link>{' '}
          <span className="quiet">{[change.author?.name, change.comment].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}
