import { ask, type Schemas } from '../../api/request';
import { type RunOrder } from '../../components/use-start-run';

/** Starts what the body says and goes to its run. */
export function startJob(order: RunOrder, body: Schemas['RunJobBody']): void {
  order.place(body, (wish, key) => {
    const params = { header: { 'Idempotency-Key': key } };
    return ask((api) => api.POST('/api/v1/operations/jobs/run', { body: wish, params }));
  });
}
