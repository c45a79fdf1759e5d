import { useState } from 'react';
import { ask } from '../../api/ask';
import { useDenial } from '../../api/caller';
import { forget } from '../../api/queries';
import { listWords } from '../../list/list.words';
import { type ChosenRows } from '../../list/selection';
import { useAction } from '../../parts/action';
import { AsCurl } from '../../parts/as-curl';
import { Denied } from '../../parts/denied';
import { Fault } from '../../parts/fault';
import { useWords } from '../../words/words';
import { deliveriesWords } from './deliveries.words';
import { type Delivery } from './delivery-facts';

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
  const words = useWords(deliveriesWords);
  const list = useWords(listWords);
  const denial = useDenial('notifications:manage');
  const { problem, busy, done, replay } = useReplay(props);
  const { rows, clear } = props.selection;
  const denied = denial === null ? {} : { disabled: true, 'aria-describedby': 'no-replay' };
  return (
    <>
      <p role="status">{done > 0 && words.replayedMany(done)}</p>
      {rows.length > 0 && (
        <div className="bulk">
          <span>{list.chosen(rows.length)}</span>
          <button type="button" className="primary" aria-disabled={busy} {...denied} onClick={replay}>
            {words.replayChosen(rows.length)}
          </button>
          <AsCurl method="POST" path={`/admin/notifications/deliveries/${rows[0]?.id ?? ''}/replay`} />
          <button type="button" onClick={clear}>
            {list.chooseNone}
          </button>
          <Denied id="no-replay" why={denial} />
        </div>
      )}
      <Fault problem={problem} />
    </>
  );
}
