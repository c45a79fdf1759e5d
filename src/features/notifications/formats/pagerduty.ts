import { type Incident, detailsOf } from './incident.js';
import { boundedKey, clip, oneLine } from './plain-text.js';

/** Limits as PagerDuty's guide of the Events API v2 gives them; a whole event may have 512 KiB and ours has less than 32. */
const keyLimit = 255;
const summaryLimit = 1024;

/** Body for PagerDuty's Events API v2 (`/v2/enqueue`). Its four severities are ours. */
export function pagerdutyBody(incident: Incident, routingKey: string | null, baseUrl: string): object {
  const address = { routing_key: routingKey ?? '', dedup_key: boundedKey(incident.key, keyLimit) };
  if (incident.action === 'resolve') return { ...address, event_action: 'resolve' };
  const { story, severity, type, at } = incident;
  return {
    ...address,
    event_action: 'trigger',
    client: 'Backup Console',
    client_url: `${baseUrl}/`,
    links: [{ href: story.page.url, text: story.page.label }],
    payload: {
      summary: clip(`${story.state} ${story.headline}: ${story.sentences.join(' ')}`, summaryLimit),
      severity,
      timestamp: at.toISOString(),
      class: type,
      ...placesOf(incident),
      custom_details: { ...detailsOf(story.facts), ...(story.log.length > 0 ? { Log: story.log.join('\n') } : {}) },
    },
  };
}

function placesOf({ names }: Incident): { source: string; component?: string; group?: string } {
  const clean = (name: string | null): string | null => (name === null ? null : oneLine(name, 255) || null);
  const [director, client, job] = [clean(names.director), clean(names.client), clean(names.job)];
  return {
    source: client ?? director ?? 'backup-console',
    ...(job ? { component: job } : {}),
    ...(director ? { group: director } : {}),
  };
}
