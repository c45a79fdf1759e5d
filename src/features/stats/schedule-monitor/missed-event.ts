import { type NewEvent } from '../../events/event-recorder.js';

export interface MissedStart {
  readonly at: Date;
  readonly job: string;
  /** Empty where the plan names none. */
  readonly client: string;
}

/** That a planned start did not happen. The job's next good run ends the trouble: it has the same dedupKey. */
export function missedEvent(
  { director, at, job, client }: MissedStart & { readonly director: string },
  graceSeconds: number,
  baseUrl: string,
): NewEvent {
  const plannedAt = at.toISOString();
  const [name, from] = [encodeURIComponent(job), encodeURIComponent(director)];
  const who = `Job "${job}"${client === '' ? '' : ` of ${client}`} on ${director}`;
  return {
    onceKey: `job.missed:${director}:${job}:${client}:${plannedAt}`,
    type: 'job.missed',
    timestamp: new Date(at.getTime() + graceSeconds * 1000),
    severity: 'warning',
    source: director,
    subject: `job:${director}:${job}`,
    dedupKey: `job:${director}:${job}`,
    summary: `${who} did not start. It was scheduled for ${plannedAt.slice(0, 16).replace('T', ' ')} UTC.`,
    data: { director, job, client: client === '' ? null : client, plannedAt, graceSeconds },
    links: {
      page: `${baseUrl}/#/jobs/${name}?director=${from}`,
      job: `${baseUrl}/api/v1/operations/jobs/${name}?director=${from}`,
      runs: `${baseUrl}/api/v1/operations/runs?job=${name}&director=${from}`,
    },
  };
}
