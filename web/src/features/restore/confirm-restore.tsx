import { useEffect, useRef } from 'react';
import { useDirectorName } from '../../api/directors';
import { type Action } from '../../components/action';
import { ErrorMessage } from '../../components/error-message';
import { useZone } from '../../components/timezone';
import { useMessages } from '../../i18n/messages';
import { type AskedPlan, Conflict, isClear } from './restore-plan';
import { policyOf } from './replace-policy';
import { moment } from './restore-times';
import { useWhat } from './restore-summary';
import { type Choice, type Point } from './use-restore-state';

interface ConfirmRestoreProps {
  readonly choice: Choice;
  readonly point: Point;
  readonly plan: AskedPlan;
  readonly action: Action;
  readonly confirm: () => void;
  readonly close: () => void;
}

/** The one question before files are overwritten where they were read from. Escape is no. */
export function ConfirmRestore({
  choice: { query, basket },
  point,
  plan,
  action,
  confirm,
  close,
}: ConfirmRestoreProps) {
  const { confirm: messages, itemsHere } = useMessages('restore');
  const zone = useZone();
  const dialog = useRef<HTMLDialogElement>(null);
  const what = useWhat(basket, point) ?? itemsHere;
  const on = [query.to ?? point.client, useDirectorName()(point.director)].filter(Boolean).join(' · ');
  useEffect(() => dialog.current?.showModal(), []);
  const isOverwriting = policyOf(query) !== 'never' && !isClear(plan, query);
  return (
    <dialog ref={dialog} className="confirm-restore" aria-labelledby="confirm-restore" onClose={close}>
      <h2 id="confirm-restore">{query.relocate === undefined ? messages.title : messages.titleElsewhere}</h2>
      <p className="path">{messages.what(what, on, moment(point.endedAt, zone))}</p>
      <Conflict {...plan} query={query} />
      <div className="row wrap">
        <button
          type="button"
          className={isOverwriting ? 'danger' : 'primary'}
          autoFocus
          aria-disabled={action.busy}
          onClick={confirm}
        >
          {isOverwriting ? messages.overwrite : messages.restore}
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          {messages.cancel}
        </button>
      </div>
      <ErrorMessage problem={action.problem} />
    </dialog>
  );
}
