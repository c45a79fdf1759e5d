/** Where a message to a channel stands. */
export const deliveryStatuses = ['waiting', 'sending', 'delivered', 'failed', 'superseded', 'canceled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** It waits for its next attempt, because none has succeeded. */
export function isRetry(status: DeliveryStatus, attempts: number): boolean {
  return status === 'waiting' && attempts > 0;
}

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
