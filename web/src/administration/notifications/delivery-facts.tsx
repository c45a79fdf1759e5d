import { type Schemas } from '../../api/ask';
import { State } from '../../parts/state';
import { deliveryStateOf, deliveryWords } from '../../words/delivery.words';
import { useWords } from '../../words/words';

export type Delivery = Schemas['Delivery'];

export function DeliveryState({ of: { status, attempts } }: { readonly of: Pick<Delivery, 'status' | 'attempts'> }) {
  const { text } = useWords(deliveryWords);
  return <State of={deliveryStateOf(status, attempts)} text={text(status, attempts)} />;
}

/** Whether something of it still changes by itself. */
export function isOpen({ status }: Pick<Delivery, 'status'>): boolean {
  return status === 'waiting' || status === 'sending';
}

export interface NamedChannel {
  readonly id: string;
  readonly name: string;
}
