import { ask, type Schemas } from '../api/ask';
import { type RunOrder } from '../parts/run-order';

/** Starts what the body says and goes to its run. */
export function startJob(order: RunOrder, body: Schemas['RunJobBody']): void {
  order.place(body, (wish, key) => {
    const params = { header: { 'Idempotency-Key': key } };
    return ask((api) => api.POST('/api/v1/operations/jobs/run', { body: wish, params }));
  });
}
