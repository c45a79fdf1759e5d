import { type LastGoodBackup } from '../../domain/catalog.port.js';
import { defaultThresholds, silenceStatus, type SilenceStatus, silentForSeconds } from '../../domain/silence.js';
import { type SeenClient } from './client-sightings.service.js';

/** How long a client has been without a good backup, and what that means. */
export interface Standing {
  readonly client: SeenClient;
  readonly status: SilenceStatus;
  readonly lastSuccessAt: Date | null;
  readonly ageSeconds: number;
  readonly warnSeconds: number;
  readonly critSeconds: number;
  readonly pausedUntil: Date | null;
}

/** Each client with its silence, in the order given. */
export function standingsOf(clients: readonly SeenClient[], backups: readonly LastGoodBackup[], now: Date): Standing[] {
  const lastByClient = new Map(backups.map(({ client, endedAt }) => [client, endedAt]));
  return clients.map((client) => {
    const lastSuccessAt = lastByClient.get(client.name) ?? null;
    const ageSeconds = silentForSeconds(lastSuccessAt, client.firstSeenAt, now);
    const status = silenceStatus(ageSeconds, defaultThresholds);
    return { client, status, lastSuccessAt, ageSeconds, ...defaultThresholds, pausedUntil: null };
  });
}
