import { catalogue } from './words';

/** Where a message to a channel stands. */
export const deliveryWords = catalogue(
  {
    states: {
      waiting: 'Waiting',
      sending: 'Sending',
      delivered: 'Delivered',
      failed: 'Gave up',
      superseded: 'Superseded',
      canceled: 'Canceled',
    },
  },
  {
    states: {
      waiting: 'wartet',
      sending: 'wird gesendet',
      delivered: 'zugestellt',
      failed: 'aufgegeben',
      superseded: 'überholt',
      canceled: 'abgebrochen',
    },
  },
);

export type DeliveryStatus = keyof (typeof deliveryWords)['en']['states'];
export const deliveryStatuses = Object.keys(deliveryWords.en.states) as readonly DeliveryStatus[];

const looks: Readonly<Record<DeliveryStatus, string>> = {
  waiting: 'queued',
  sending: 'running',
  delivered: 'completed',
  failed: 'error',
  superseded: 'none',
  canceled: 'canceled',
};

/** The state of the page's own that looks like it. */
export function deliveryStateOf(status: DeliveryStatus): string {
  return looks[status];
}
