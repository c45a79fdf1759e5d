import { type Reply } from '../protocol/reply.js';

/** The id that the Director gave the run it queued; null where it queued none. */
export function queuedJobId(reply: Reply): number | null {
  const id = Number(/Job queued\. JobId=(\d{1,10})\b/.exec(reply.text)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
