/** `superseded`: its subject had changed again before it could be told; `canceled`: its channel was removed or switched off. */
export const deliveryStatuses = ['waiting', 'sending', 'delivered', 'failed', 'superseded', 'canceled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** `incident_end`: a trouble is over whose end is no event. */
export const deliveryKinds = ['event', 'summary', 'channel_failing', 'incident_end'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** Kinds that are made of no event. */
export const kindsWithoutEvents: readonly DeliveryKind[] = ['channel_failing', 'incident_end'];

/** `unknown`: the process ended during the try, so that nobody knows whether it arrived. */
export type AttemptVerdict = 'delivered' | 'retry' | 'gone' | 'unknown';

/** Over which every process is told that deliveries were planned or became due. */
export const deliveriesChannel = 'deliveries';

/** A summary of more events would be read by nobody; the next one goes on. */
export const mostEventsOfSummary = 1_000;
