import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Problem } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { ErrorMessage } from '../../components/error-message';
import { Denied } from '../../components/no-permission';
import { TypeToConfirm } from '../../components/type-to-confirm';
import { Undone, useUndo } from '../../components/undo';
import { useMessages } from '../../i18n/messages';
import { type Change, type Finding } from './records';
import { Diff } from './diff';
import { EffectList, hasLoss } from './effects';
import { useReadOnly } from './configuration-tabs';
import { Findings } from './findings';
import {
  applyChange,
  type Confirmation,
  createRevert,
  forgetConfiguration,
  impactHashIn,
  msSinceApplied,
} from './use-change';

function isFaulty({ findings }: Change): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

/** What a draft would do, what is wrong with it, and the exact lines. */
export function ChangeContent({ of }: { readonly of: Change }) {
  const messages = useMessages('configurationChange');
  // Of other changes the Director does not compute them.
  const hasEffects = of.state === 'draft' && !isFaulty(of);
  return (
    <>
      <Findings of={of.findings} />
      {hasEffects && (
        <section>
          <h2>{messages.effects}</h2>
          <EffectList of={of.effects} />
        </section>
      )}
      <section>
        <h2>{messages.diff}</h2>
        <Diff of={of.diff} />
      </section>
    </>
  );
}

interface ApplyDraftProps {
  readonly draft: Change;
  readonly label: string;
  readonly onApplied: (change: Change) => Promise<void> | void;
  /** Back to what the draft was made from, which discards it; null where the caller may not. */
  readonly onKept: (() => void) | null;
  readonly keep: string;
}

/** Applies a draft. Where backups could be lost, the name of the Director is typed first. */
export function ApplyDraft({ draft, label, onApplied, onKept, keep }: ApplyDraftProps) {
  const messages = useMessages('configurationChange');
  const { problem, busy, act } = useAction();
  const [impactHash, setImpactHash] = useState<string | null>(null);
  const mayApply = usePermissionError('configuration:apply');
  const mayDestroy = usePermissionError('media:destroy');
  const readOnly = useReadOnly(draft.director);
  const denial = mayApply ?? (hasLoss(draft.effects) ? mayDestroy : null) ?? readOnly;
  const reason = isFaulty(draft) ? messages.hasErrors : denial;
  // Meanwhile there is no way back: the draft is about to be in force.
  const goBack = () => {
    if (busy) return;
    if (onKept) onKept();
    else setImpactHash(null);
  };
  const apply = (confirmation?: Confirmation) =>
    act(async () => {
      try {
        await onApplied(await applyChange(draft, confirmation));
        // Not before: the page of what was renamed or removed would ask for it again.
        forgetConfiguration();
      } catch (error) {
        const hash = impactHashIn(error);
        if (hash === null) throw error;
        setImpactHash(hash);
        // The first refusal asks for the name; one after it says that the impact is another now.
        if (confirmation) throw error;
      }
    });
  const asked = impactHash !== null;
  return (
    <div className="setup-apply">
      <AsCurl method="POST" path={`/configuration/changes/${draft.id}/apply`} body={{}} />
      <Denied id="no-apply" why={reason} />
      {asked ? (
        <TypeToConfirm
          key={impactHash}
          {...{ name: draft.director, label: messages.typeName(draft.director), submit: label, busy }}
          keep={onKept ? keep : messages.back}
          onKept={goBack}
          onConfirm={(confirm) => apply({ confirm, impactHash })}
        >
          <p>{messages.loss}</p>
        </TypeToConfirm>
      ) : (
        <div className="row wrap">
          <button
            type="button"
            className="primary"
            disabled={reason !== null}
            aria-disabled={busy}
            aria-describedby={reason === null ? undefined : 'no-apply'}
            onClick={() => apply()}
          >
            {busy ? messages.applying : label}
          </button>
          {onKept && (
            <button type="button" aria-disabled={busy} onClick={goBack}>
              {keep}
            </button>
          )}
        </div>
      )}
      <ErrorMessage problem={problem} />
      <Findings of={findingsIn(problem)} />
    </div>
  );
}

/** What the Director has against a change that it could not check before. */
function findingsIn(problem: Problem | null): readonly Finding[] {
  const { findings = [] } = (problem ?? {}) as { readonly findings?: readonly Finding[] };
  return findings;
}

interface ReviewProps extends Omit<ApplyDraftProps, 'keep'> {
  readonly title: string;
}

/** A draft in the place of the form that it was made from: the focus goes to its heading. */
export function Review({ title, ...apply }: ReviewProps) {
  const messages = useMessages('configurationChange');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="review" className="setup-review">
      <h2 id="review" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className="quiet">{messages.nothingYet}</p>
      <ChangeContent of={apply.draft} />
      <AsCurl method="DELETE" path={`/configuration/changes/${apply.draft.id}`} />
      <ApplyDraft {...apply} keep={messages.back} />
    </section>
  );
}

const undoableMs = 10_000;

interface UndoProps {
  readonly of: Change;
  readonly onUndone?: () => void;
}

/** Offers to revert a change for ten seconds after this page applied it, to users who may draft changes. */
export function UndoApplied({ of, onUndone }: UndoProps) {
  const messages = useMessages('configurationChange');
  const mayDraft = usePermissionError('configuration:write') === null;
  const undo = useUndo();
  const navigate = useNavigate();
  const [isUndone, setUndone] = useState(false);
  // Once for each change: a text in another language is no other change.
  useEffect(() => {
    if (!mayDraft || of.state !== 'applied' || msSinceApplied(of.id) > undoableMs) return;
    undo.did(messages.applied, async () => {
      const draft = await createRevert(of);
      try {
        await applyChange(draft);
        forgetConfiguration();
        setUndone(true);
        onUndone?.();
      } catch (error) {
        if (impactHashIn(error) === null) throw error;
        // The way back could lose backups: its page asks.
        await navigate({ to: '/administration/configuration/changes/$id', params: { id: draft.id } });
      }
    });
  }, [of.id, of.state]);
  return (
    <>
      <Undone of={undo} />
      <p role="status">{isUndone && messages.undone}</p>
    </>
  );
}
