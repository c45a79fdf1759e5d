import { useState } from 'react';
import { ask } from '../../api/request';
import { usePermissionError } from '../../api/disabled-reason';
import { forget } from '../../api/queries';
import { type ChosenRows } from '../../data-table/selection';
import { useAction } from '../../components/action';
import { AsCurl } from '../../components/copy-as-curl';
import { Denied } from '../../components/no-permission';
import { ErrorMessage } from '../../components/error-message';
import { useMessages } from '../../i18n/messages';
import { type Delivery } from './delivery-details';

interface ReplayChosenProps {
  readonly selection: ChosenRows<Delivery>;
  readonly onDone: () => void;
}

/** Sends the chosen ones again, one after the other; what was sent leaves the choice, so that a failure can be tried again. */
function useReplay({ selection, onDone }: ReplayChosenProps) {
  const { problem, busy, act } = useAction();
  const [done, setDone] = useState(0);
  const replay = () =>
    act(async () => {
      setDone(0);
      for (const [index, row] of selection.rows.entries()) {
        const params = { path: { id: row.id } };
        await ask((api) => api.POST('/api/v1/admin/notifications/deliveries/{id}/replay', { params }));
        selection.toggle(row);
        setDone(index + 1);
      }
      forget('deliveries', 'arrivals');
      onDone();
    });
  return { problem, busy, done, replay };
}

export function ReplayChosen(props: ReplayChosenProps) {
  const messages = useMessages('deliveries');
  const list = useMessages('dataTable');
  const denial = usePermissionError('notifications:manage');
  const { problem, busy, done, replay } = useReplay(props);
  const { rows, clear } = props.selection;
  const denied = denial === null ? {} : { disabled: true, 'aria-describedby': 'no-replay' };
  return (
    <>
      <p role="status">{done > 0 && messages.replayedMany(done)}</p>
      {rows.length > 0 && (
        <div className="bulk">
          <span>{list.chosen(rows.length)}</span>
          <button type="button" className="primary" aria-disabled={busy} {...denied} onClick={replay}>
            {messages.replayChosen(rows.length)}
          </button>
          <AsCurl method="POST" path={`/admin/notifications/deliveries/${rows[0]?.id ?? ''}/replay`} />
          <button type="button" onClick={clear}>
            {list.chooseNone}
          </button>
          <Denied id="no-replay" why={denial} />
        </div>
      )}
      <ErrorMessage problem={problem} />
    </>
  );
}
