import { type SilenceThresholds, thresholdsInForce } from '../../domain/silence.js';
import { etagOf } from '../../http/conditional.interceptor.js';
import { type MonitoredClientState } from './monitored-client-state.js';
import { type MonitoredClient } from './monitored-clients.dto.js';
import { silenceOf } from './client-silences.service.js';

export function recordOf(known: MonitoredClientState, global: SilenceThresholds, now: Date): MonitoredClient {
  const { director, client, isEnabled, since, cause, own, intervalSeconds, settingsAt } = known;
  const { status, lastSuccessAt, firstSeenAt, ageSeconds, pausedUntil } = silenceOf(known, null, global, now);
  const { warnSeconds, critSeconds, basis } = own;
  return {
    name: client,
    director,
    enabled: isEnabled,
    status,
    since,
    cause,
    lastSuccessAt,
    firstSeenAt,
    ageSeconds,
    warnSeconds,
    critSeconds,
    basis,
    intervalSeconds: basis === 'schedule' ? intervalSeconds : null,
    pausedUntil,
    thresholds: thresholdsInForce(global, own, intervalSeconds),
    updatedAt: settingsAt,
    links: linksOf(director, client),
  };
}

/** Of the client's own settings only. */
export function settingsTag(
  client: Pick<MonitoredClient, 'name' | 'director' | 'warnSeconds' | 'critSeconds' | 'basis' | 'updatedAt'>,
): string {
  const { name, director, warnSeconds, critSeconds, basis, updatedAt } = client;
  return etagOf({ name, director, warnSeconds, critSeconds, basis, updatedAt });
}

function linksOf(director: string, client: string): MonitoredClient['links'] {
  const [name, at] = [encodeURIComponent(client), encodeURIComponent(director)];
  return {
    client: `/api/v1/clients/${name}?director=${at}`,
    runs: `/api/v1/operations/runs?client=${name}&director=${at}`,
  };
}
