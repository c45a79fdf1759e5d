import { type Severity } from '../../../domain/event.js';
import { detailsOf, type Incident } from './incident.js';
import { boundedKey, clip, oneLine } from './plain-text.js';

/** Limits as Opsgenie's Alert API names them. All details together may have 8,000 characters; ours cannot come near. */
const limits = { message: 130, alias: 512, description: 15_000, entity: 512, tag: 50, note: 25_000 } as const;
const source = 'Backup Console';

const priorities: Readonly<Record<Severity, string>> = { critical: 'P1', error: 'P2', warning: 'P3', info: 'P5' };

export interface OpsgenieCall {
  readonly url: string;
  readonly body: object;
}

/**
 * A call of Opsgenie's Alert API, or of Jira Service Management's, which took it over. `url` is that of its list of alerts
 * (`…/v2/alerts`); an alert is closed below it, by its alias.
 */
export function opsgenieCall(incident: Incident, url: string): OpsgenieCall {
  const alias = boundedKey(incident.key, limits.alias);
  if (incident.action === 'trigger') return { url, body: alertOf(incident, alias) };
  const note = plain(clip(incident.story.sentences.join(' '), limits.note));
  return { url: closeUrl(url, alias), body: { source, user: source, note } };
}

function alertOf({ severity, type, names, story }: Incident, alias: string): object {
  const description = [...story.sentences, ...(story.log.length > 0 ? ['', ...story.log] : []), '', story.page.url];
  const director = names.director === null ? [] : [`director:${names.director}`];
  return {
    message: plain(clip(`${story.state} ${story.headline}`, limits.message)),
    alias,
    description: plain(clip(description.join('\n'), limits.description)),
    entity: oneLine(names.client ?? names.director ?? source, limits.entity),
    source,
    priority: priorities[severity],
    tags: ['backup-console', type, ...director].map((tag) => oneLine(tag, limits.tag)),
    details: { ...detailsOf(story.facts), Link: story.page.url },
  };
}

/** Opsgenie shows a little HTML in messages and descriptions; a name must not be taken for some. */
function plain(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}

function closeUrl(url: string, alias: string): string {
  const [, path = '', query = ''] = /^([^?#]*)\??([^#]*)/.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  parameters.set('identifierType', 'alias');
  return `${path.replace(/\/+$/, '')}/${encodeURIComponent(alias)}/close?${parameters.toString()}`;
}
