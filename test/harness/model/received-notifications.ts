import { type NotifiedConsole, type ToldFormat } from '../fixtures/notified-console.js';
import { type ReceivedPost } from '../fakes/webhook-receiver.js';

export interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly dedup_key: string;
  readonly page: string;
}

interface IncidentBody {
  readonly event_action: 'trigger' | 'resolve';
  readonly dedup_key: string;
  readonly payload?: { readonly class: string };
  /** To the page of the run. */
  readonly links?: readonly { readonly href: string }[];
}

/** What receivers took, held against the events on record. */
export class ReceivedNotifications {
  readonly figures: Record<string, number> = {};

  constructor(private readonly fixture: NotifiedConsole) {}

  /** A line for each thing that was lost, invented or said under another's id. */
  async flaws(): Promise<readonly string[]> {
    const recorded = await this.fixture.rows<EventRow>(
      `SELECT id, type, subject, dedup_key, links ->> 'page' AS page FROM event
       ORDER BY "timestamp", (data ->> 'jobId')::integer, recorded_at`,
    );
    const events = recorded.filter(({ id }) => !this.fixture.untold.has(id));
    this.figures['events'] = events.length;
    return [
      ...this.flawsOfPrograms(events),
      ...(await this.flawsOfIncidents(events)),
      ...(await this.flawsOfPeople(events)),
    ];
  }

  /** Each event arrives at what programs read, under its own id, always in the same words. */
  private flawsOfPrograms(events: readonly EventRow[]): readonly string[] {
    const bodies = new Map<string, string[]>();
    for (const { headers, body } of this.taken('standard')) {
      const id = String(headers['webhook-id']);
      bodies.set(id, [...(bodies.get(id) ?? []), body]);
    }
    const known = new Map(events.map((event) => [event.id, event]));
    const lost = events.filter(({ id }) => !bodies.has(id));
    this.figures['lost at standard'] = lost.length;
    this.figures['doubled at standard'] = this.taken('standard').length - bodies.size;
    return [
      ...lost.map(({ id, type, subject }) => `${type} of ${subject} (${id}) was taken by nobody`),
      ...[...bodies.keys()].filter((id) => !known.has(id)).map((id) => `${id} was sent and is no event on record`),
      ...[...bodies].filter(([, said]) => new Set(said).size > 1).map(([id]) => `${id} stands for different bodies`),
      ...[...bodies].flatMap(([id, [said]]) =>
        differences(known.get(id), JSON.parse(said ?? '{}') as Partial<EventRow>),
      ),
    ];
  }

  /** Each beginning is told, and the last word on each job is what its last run was. */
  private async flawsOfIncidents(events: readonly EventRow[]): Promise<readonly string[]> {
    const words = this.taken('pagerduty').map(({ body }) => JSON.parse(body) as IncidentBody);
    const ends = events.filter(({ type }) => type.startsWith('job.completed.'));
    const told = new Set(words.map((word) => wordKey(word)));
    const begun = ends.filter(({ type }) => type !== 'job.completed.ok');
    const lost = begun.filter((event) => !told.has(beginningKey(event)));
    this.figures['lost at pagerduty'] = lost.length;
    const planned = await this.delivered('pagerduty');
    this.figures['doubled at pagerduty'] = words.length - planned;
    const flaws = lost.map(({ id, type, subject }) => `the incident of ${type} of ${subject} (${id}) was never opened`);
    if (words.length < planned) flaws.push(`${planned} words on incidents are on record, ${words.length} were taken`);
    for (const key of new Set(ends.map(({ dedup_key }) => dedup_key))) {
      const last = ends.findLast(({ dedup_key }) => dedup_key === key)!;
      const word = words.findLast(({ dedup_key }) => dedup_key === key);
      const isRight =
        last.type === 'job.completed.ok'
          ? word?.event_action !== 'trigger'
          : word !== undefined && wordKey(word) === beginningKey(last);
      if (!isRight) flaws.push(`the last word on ${key} is ${JSON.stringify(word)}, its last end ${last.type}`);
    }
    return flaws;
  }

  /** Each event is part of one message to people, and as many messages as were delivered have come. */
  private async flawsOfPeople(events: readonly EventRow[]): Promise<readonly string[]> {
    const channel = this.fixture.channels.get('slack');
    const parts = await this.fixture.rows<{ event_id: string; messages: number }>(
      `SELECT event_id, count(*)::integer AS messages FROM delivery_event e JOIN delivery d ON d.id = e.delivery_id
       WHERE d.channel_id = $1 AND d.status = 'delivered' GROUP BY event_id`,
      [channel],
    );
    const messages = new Map(parts.map((part) => [part.event_id, part.messages]));
    const [taken, planned] = [this.taken('slack').length, await this.delivered('slack')];
    this.figures['messages to slack'] = planned;
    this.figures['doubled at slack'] = taken - planned;
    const untold = events.filter(({ id }) => messages.get(id) !== 1);
    return [
      ...untold.map(({ id, type }) => `${type} (${id}) is part of ${messages.get(id) ?? 0} messages to people`),
      ...(taken < planned ? [`${planned} messages to people are on record as delivered, ${taken} were taken`] : []),
    ];
  }

  private async delivered(format: ToldFormat): Promise<number> {
    const text = "SELECT count(*)::integer AS count FROM delivery WHERE channel_id = $1 AND status = 'delivered'";
    const [row] = await this.fixture.rows<{ count: number }>(text, [this.fixture.channels.get(format)]);
    return row?.count ?? 0;
  }

  private taken(format: ToldFormat): readonly ReceivedPost[] {
    return this.fixture.receiver(format).taken;
  }
}

function differences(event: EventRow | undefined, { id, type, subject }: Partial<EventRow>): readonly string[] {
  if (!event) return [];
  return id === event.id && type === event.type && subject === event.subject ? [] : [`${event.id} says something else`];
}

function wordKey({ dedup_key, event_action, payload, links }: IncidentBody): string {
  return [dedup_key, event_action, payload?.class, links?.[0]?.href].join(' ');
}

function beginningKey({ dedup_key, type, page }: EventRow): string {
  return [dedup_key, 'trigger', type, page].join(' ');
}
