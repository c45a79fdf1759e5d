import { Client } from 'pg';
import { director, type ReplicaFixture } from '../fixtures/replica-fixture.js';

/** What must stand in the database, the catalog and the receiver's books after whatever happened: a line for each thing that does not. */
export class ReplicaInvariants {
  constructor(private readonly fixture: ReplicaFixture) {}

  async flaws(): Promise<readonly string[]> {
    return [
      ...(await this.flawsOfEnds()),
      ...(await this.flawsOfTokens()),
      ...(await this.flawsInTables()),
      ...(await this.flawsAtReceiver()),
    ];
  }

  /** Ids of which the receiver got a second copy. */
  gotTwice(): readonly string[] {
    const ids = this.fixture.receiver.requests.map(({ path, headers }) => `${path} ${String(headers['webhook-id'])}`);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
  }

  /** Each run that the Director's own catalog shows as ended has one event. */
  private async flawsOfEnds(): Promise<string[]> {
    const catalog = new Client({ connectionString: this.fixture.lab.catalogUrl });
    await catalog.connect();
    const { rows } = await catalog.query<{ name: string }>(
      `SELECT job AS name FROM job WHERE jobstatus IN ('T', 'W', 'E', 'f')`,
    );
    await catalog.end();
    const told = await this.fixture.rows<{ name: string }>(
      `SELECT data->>'uniqueName' AS name FROM event WHERE source = $1 AND type LIKE 'job.completed.%'`,
      [director],
    );
    return compared('The end of', rows.map(nameOf), told.map(nameOf));
  }

  /** Each token that was made has one event, those that were answered among them. */
  private async flawsOfTokens(): Promise<string[]> {
    const made = await this.fixture.rows<{ name: string }>('SELECT id::text AS name FROM api_token');
    const told = await this.fixture.rows<{ name: string }>(
      `SELECT data->>'tokenId' AS name FROM event WHERE type = 'api_token.create'`,
    );
    const known = new Set(made.map(nameOf));
    const lost = [...this.fixture.answered.tokens].filter((id) => !known.has(id));
    return [...lost.map((id) => `Token ${id} is lost`), ...compared('Token', made.map(nameOf), told.map(nameOf))];
  }

  private async flawsInTables(): Promise<string[]> {
    const rows = await this.fixture.rows<{ text: string }>(
      `SELECT format('event %s has %s deliveries to ledger', e.id, count(d.id)) AS text FROM event e
         LEFT JOIN delivery_event v ON v.event_id = e.id LEFT JOIN delivery d ON d.id = v.delivery_id
           AND d.channel_name = 'ledger' AND d.status = 'delivered'
         WHERE e.recorded_at >= (SELECT min(created_at) FROM notification_channel)
         GROUP BY e.id HAVING count(d.id) <> 1
       UNION ALL SELECT format('delivery %s is %s', id, status) FROM delivery WHERE status <> 'delivered'
       UNION ALL SELECT format('delivery %s counts %s tries and has %s', d.id, d.attempts, count(a.id)) FROM delivery d
         LEFT JOIN delivery_attempt a ON a.delivery_id = d.id GROUP BY d.id HAVING count(a.id) <> d.attempts
       UNION ALL SELECT format('tries of delivery %s overlap', a.delivery_id) FROM delivery_attempt a
         JOIN delivery_attempt b ON a.delivery_id = b.delivery_id AND a.id < b.id
           AND a.at < b.at + b.duration_ms * interval '1 ms' AND b.at < a.at + a.duration_ms * interval '1 ms'
       UNION ALL SELECT format('record %s has %s seals', r.id, count(s.seq)) FROM audit_record r
         LEFT JOIN audit_seal s ON s.record_id = r.id GROUP BY r.id HAVING count(s.seq) <> 1
       UNION ALL SELECT format('%s seals go up to %s', count(*), max(seq)) FROM audit_seal HAVING count(*) <> max(seq)`,
    );
    return rows.map(({ text }) => text);
  }

  /** Each delivery arrived, and none twice but those of which nobody could know whether they had. */
  private async flawsAtReceiver(): Promise<string[]> {
    const sent = await this.fixture.rows<{ name: string; unknown: boolean }>(
      `SELECT format('/%s %s', channel_name, webhook_id) AS name, EXISTS (SELECT FROM delivery_attempt a
         WHERE a.delivery_id = d.id AND verdict <> 'delivered') AS unknown FROM delivery d`,
    );
    const ids = this.fixture.receiver.requests.map(({ path, headers }) => `${path} ${String(headers['webhook-id'])}`);
    const got = new Set(ids);
    const mayRepeat = new Set(sent.filter(({ unknown }) => unknown).map(nameOf));
    return [
      ...sent.filter(({ name }) => !got.has(name)).map(({ name }) => `${name} did not arrive`),
      ...this.gotTwice()
        .filter((id) => !mayRepeat.has(id))
        .map((id) => `${id} arrived twice`),
    ];
  }
}

const nameOf = ({ name }: { readonly name: string }): string => name;

function compared(what: string, expected: readonly string[], found: readonly string[]): string[] {
  const counts = new Map(found.map((name) => [name, found.filter((other) => other === name).length]));
  const wrong = expected.filter((name) => counts.get(name) !== 1);
  const strange = [...counts.keys()].filter((name) => !expected.includes(name));
  return [
    ...wrong.map((name) => `${what} ${name} is told ${counts.get(name) ?? 0} times`),
    ...strange.map((name) => `${what} ${name} is told and is not there`),
  ];
}
