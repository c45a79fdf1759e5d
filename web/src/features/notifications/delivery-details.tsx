import { type Schemas } from '../../api/request';
import { State } from '../../components/state';
import { deliveryStateOf } from '../../i18n/delivery-status';
import { useMessages } from '../../i18n/messages';

export type Delivery = Schemas['Delivery'];

export function DeliveryState({ of: { status, attempts } }: { readonly of: Pick<Delivery, 'status' | 'attempts'> }) {
  const { text } = useMessages('deliveryStatus');
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
