import { Injectable } from '@nestjs/common';
import { Clock } from '../../domain/clock.js';
import { type DirectorClient } from '../../domain/job.js';
import { ClientSightingsRepository } from './client-sightings.repository.js';

/** A client of which it is known since when it is there. */
export type SeenClient = DirectorClient & { readonly firstSeenAt: Date };

/** Remembers when clients were first met, for Directors that cannot tell: one without a backup is silent since then. */
@Injectable()
export class ClientSightings {
  private readonly known = new Map<string, ReadonlyMap<string, Date>>();

  constructor(
    private readonly rows: ClientSightingsRepository,
    private readonly clock: Clock,
  ) {}

  /** In the order given; all of them are of one Director. */
  async seen(clients: readonly DirectorClient[]): Promise<SeenClient[]> {
    const [first] = clients.filter(({ firstSeenAt }) => firstSeenAt === null);
    const times = first ? await this.timesOf(first.director, clients) : new Map<string, Date>();
    return clients.map((client) => {
      const firstSeenAt = client.firstSeenAt ?? times.get(client.name) ?? this.clock.now();
      return { ...client, firstSeenAt };
    });
  }

  private async timesOf(director: string, clients: readonly DirectorClient[]): Promise<ReadonlyMap<string, Date>> {
    const isKnown = (times: ReadonlyMap<string, Date>): boolean => clients.every(({ name }) => times.has(name));
    const remembered = this.known.get(director);
    if (remembered && isKnown(remembered)) return remembered;
    let times = await this.rows.of(director);
    if (!isKnown(times)) {
      const added = clients.map(({ name }) => name).filter((name) => !times.has(name));
      await this.rows.add(director, added, this.clock.now());
      times = await this.rows.of(director);
    }
    this.known.set(director, times);
    return times;
  }
}
