import { useMessages } from '../../i18n/messages';
import { useItem } from './entry-cache';
import { type Basket, type Point } from './use-restore-state';

/** So many are named; of more only their number is told. */
const mostNamed = 50;

interface BasketListProps {
  readonly basket: Basket;
  readonly point: Point | null;
  /** The button that had the focus is gone. */
  readonly onRemoved: () => void;
}

export function BasketList({ basket, point, onRemoved }: BasketListProps) {
  const messages = useMessages('restore');
  const remove = (ref: string) => {
    onRemoved();
    basket.put(basket.refs.filter((one) => one !== ref));
  };
  return (
    <ul className="basket">
      {basket.isEverything && (
        <li>
          <span>{messages.takeAll}</span>
          <LeaveOut of={messages.everything} onClick={() => remove('')} />
        </li>
      )}
      {basket.refs.slice(0, mostNamed).map((ref) => (
        <BasketItem key={ref} of={ref} point={point} onRemove={() => remove(ref)} />
      ))}
      {basket.refs.length > mostNamed && (
        <li className="quiet">{messages.andMore('…', basket.refs.length - mostNamed)}</li>
      )}
    </ul>
  );
}

interface BasketItemProps {
  readonly of: string;
  readonly point: Point | null;
  readonly onRemove: () => void;
}

function BasketItem({ of, point, onRemove }: BasketItemProps) {
  const messages = useMessages('restore');
  const item = useItem(of, point);
  const name = item?.path ?? messages.item(1);
  return (
    <li>
      <code title={item?.lossy === true ? messages.lossy : undefined}>
        {name}
        {item?.lossy === true && ' ≈'}
      </code>
      <LeaveOut of={name} onClick={onRemove} />
    </li>
  );
}

function LeaveOut({ of, onClick }: { readonly of: string; readonly onClick: () => void }) {
  const messages = useMessages('restore');
  return (
    <button
      type="button"
      className="bare"
      title={messages.leaveOut}
      aria-label={messages.leaveOutOf(of)}
      onClick={onClick}
    >
      ✕
    </button>
  );
}
