import { type Api, type Outcome, type Schemas } from '../../api/request';
import { deviceState } from '../../components/status-tone';

export type Client = Schemas['MonitoredClient'];
export type Silence = Client['status'];

/** Its own route below `/api/v1`. */
export function pathOf({ name, director }: Pick<Client, 'name' | 'director'>): string {
  return `/admin/monitoring/clients/${encodeURIComponent(name)}?director=${encodeURIComponent(director)}`;
}

export interface Thresholds {
  readonly warnSeconds: number;
  readonly critSeconds: number;
}

/** What is set for a client alone; null is left to the thresholds of all. */
export interface OwnThresholds {
  readonly warnSeconds: number | null;
  readonly critSeconds: number | null;
}

/** Which thresholds hold where one of a client's own is missing: that of all, or one that fits the other. */
export function effectiveThresholds(
  { warnSeconds: warn, critSeconds: crit }: OwnThresholds,
  all: Thresholds,
): Thresholds {
  if (warn !== null && crit !== null) return { warnSeconds: warn, critSeconds: crit };
  if (warn !== null) return { warnSeconds: warn, critSeconds: all.critSeconds > warn ? all.critSeconds : 2 * warn };
  if (crit !== null) return { warnSeconds: all.warnSeconds < crit ? all.warnSeconds : crit / 2, critSeconds: crit };
  return all;
}

export function isMuted({ pausedUntil }: Pick<Client, 'pausedUntil'>): boolean {
  return pausedUntil !== null && Date.parse(pausedUntil) > Date.now();
}

/** How a client would stand with these thresholds. */
export function standing(client: Client, thresholds: Thresholds): Silence {
  return !client.enabled || isMuted(client) ? 'ok' : deviceState(client.ageSeconds, thresholds);
}

/** How a client would stand if these were the thresholds of all. */
export function statusUnder(client: Client, all: Thresholds): Silence {
  return standing(client, client.thresholds.from === 'schedule' ? client.thresholds : effectiveThresholds(client, all));
}

const pageRows = 500;
const mostPages = 20;

export interface AllClients {
  readonly clients: readonly Client[];
  /** False: there are more than were read. */
  readonly isWhole: boolean;
}

/** The clients of all Directors, ten thousand at most. */
export async function readClients(api: Api, signal: AbortSignal): Promise<Outcome<AllClients>> {
  const clients: Client[] = [];
  let cursor: string | null = null;
  for (let page = 0; ; page++) {
    const query = { director: '*', limit: pageRows, ...(cursor === null ? {} : { cursor }) };
    const answer: Outcome<Schemas['MonitoredClientPage']> = await api.GET('/api/v1/admin/monitoring/clients', {
      params: { query },
      signal,
    });
    const { data, response } = answer;
    if (data === undefined) return { error: answer.error, response };
    clients.push(...data.items);
    cursor = data.nextCursor;
    if (cursor === null || page === mostPages - 1) return { data: { clients, isWhole: cursor === null }, response };
  }
}
