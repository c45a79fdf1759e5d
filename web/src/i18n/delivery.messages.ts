import { defineMessages } from './messages';

/** Where a message to a channel stands. */
export const deliveryWords = defineMessages(
  {
    states: {
      waiting: 'Waiting',
      sending: 'Sending',
      delivered: 'Delivered',
      failed: 'Gave up',
      superseded: 'Superseded',
      canceled: 'Canceled',
    },
    text: textInEnglish,
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
    text: textInGerman,
  },
);

function textInEnglish(status: DeliveryStatus, attempts: number): string {
  return isRetry(status, attempts) ? `Retrying (${attempts} failed)` : deliveryWords.en.states[status];
}

function textInGerman(status: DeliveryStatus, attempts: number): string {
  return isRetry(status, attempts) ? `neuer Versuch (${attempts} fehlgeschlagen)` : deliveryWords.de.states[status];
}

/** It waits for its next attempt, because none has succeeded. */
function isRetry(status: DeliveryStatus, attempts: number): boolean {
  return status === 'waiting' && attempts > 0;
}

export type DeliveryStatus = 'waiting' | 'sending' | 'delivered' | 'failed' | 'superseded' | 'canceled';
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
export function deliveryStateOf(status: DeliveryStatus, attempts: number): string {
  return isRetry(status, attempts) ? 'warn' : looks[status];
}
