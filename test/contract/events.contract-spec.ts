import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { eventExamples } from '../../src/api-document/event-examples.js';
import { conditionEvent } from '../../src/features/conditions/condition-events.js';
import { conditionKinds } from '../../src/domain/condition.js';
import { eventTypes, severities } from '../../src/domain/event.js';
import { severitiesOfEvents } from '../../web/src/i18n/event-severities.js';
import { notifiableStatuses } from '../../src/domain/run-sync.js';
import { silenceStatuses } from '../../src/domain/silence.js';
import { eventRecordOf } from '../../src/features/events/event-record.dto.js';
import { type NewEvent } from '../../src/features/events/event-recorder.js';
import { overdueEvent } from '../../src/features/monitoring/overdue-events.js';
import { silenceEvent } from '../../src/features/monitoring/silence-events.js';
import { runEndEvent } from '../../src/features/runs/sync/run-completed-event.js';
import { linksOfRun } from '../../src/features/runs/run-record.dto.js';
import { missedEvent } from '../../src/features/stats/schedule-monitor/missed-event.js';
import { tokenEvent } from '../../src/features/access/tokens/tokens.service.js';
import { standardBody } from '../../src/features/notifications/formats/compose-webhook.js';
import { documentFile } from '../../src/http/openapi/openapi.controller.js';
import { makeRun } from '../harness/builders/domain-records.js';
import { checkWebhookBody } from '../harness/fixtures/document-check.js';

const page = readFileSync(new URL('../../docs/integrate/events.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([a-z_.]+)`\s*\| `(\w+)`\s*\|/gm)].map(([, type, severity]) => ({
  type,
  severity,
}));
const example = JSON.parse(/```json\n([^`]*)```/.exec(page)?.[1] ?? '') as Record<string, object>;
const now = new Date('2026-11-21T00:00:00Z');

const { data } = eventExamples['JobCompletedOkEvent'] as { data: object };
const recordOfExample = Object.fromEntries(Object.entries(data).filter(([name]) => name !== 'log'));

function endOf(status: (typeof notifiableStatuses)[number]) {
  const run = { ...makeRun(), status };
  const record = { ...recordOfExample, status, links: linksOfRun(run.director, run.jobId) };
  const text = 'Fatal error: write to volume Default-0001 failed: no space left on device';
  const lines = status === 'error' ? [{ id: 1, at: now, text }] : [];
  return runEndEvent({ run, record: record as never, isLost: false, lines }, 'https://b.example', now);
}

test('docs/integrate/events.md lists exactly the types of the program, and severities that there are', () => {
  expect(rows.map(({ type }) => type).sort()).toEqual([...eventTypes].sort());
  expect(severities).toEqual(expect.arrayContaining(rows.map(({ severity }) => severity)));
});

test('the form of a channel knows the severities of docs/integrate/events.md', () => {
  expect(severitiesOfEvents).toEqual(Object.fromEntries(rows.map(({ type, severity }) => [type, severity])));
});

test('docs/integrate/events.md gives ends of runs the severities of the program', () => {
  const ends = notifiableStatuses.map(endOf).map(({ type, severity }) => ({ type, severity }));
  expect(rows.filter(({ type }) => type?.startsWith('job.completed.'))).toEqual(ends);
});

test('the example of docs/integrate/events.md has the members of an event', () => {
  expect(Object.keys(eventRecordOf(example as never))).toEqual(Object.keys(example));
  expect(Object.keys(example['links'] ?? {})).toEqual(Object.keys(endOf('error').links));
});

/** One event of each type, made by the program; names have what an address must escape. */
function everyEvent(): NewEvent[] {
  const baseUrl = 'https://b.example';
  const [director, client, job] = ['one', 'lap top', 'Home/1'];
  const details = {
    director: { director, error: 'Connection refused.' },
    storage: { director, storage: 'File 1', reason: 'volumes', volumes: ['Vol-1'], volumesInError: 1 },
    pool: {
      director,
      pool: 'Full & more',
      reason: 'forecast',
      isFull: false,
      expectedFullAt: null,
      freeBytes: null,
      totalBytes: null,
      freeShare: null,
    },
    run: {
      director,
      jobId: 7,
      uniqueName: 'Home.7',
      job,
      client,
      code: 'appendable_volume',
      params: { pool: 'Full' },
      waitsFor: 'Waiting for a volume.',
      hint: 'Add one.',
    },
    channel: {
      channelId: '5f0f4a7e-8f0c-4b0c-9f0e-3d9d7d1a1c22',
      name: 'hook',
      kind: 'email',
      format: null,
      reason: 'failing',
      failingSince: now.toISOString(),
      failures: 5,
      error: 'Last attempt: 500',
    },
    log_ins: { address: '192.0.2.7', failures: 20 },
  } as const;
  const conditions = conditionKinds.flatMap((kind) =>
    (['begins', 'ends'] as const).flatMap((change) => {
      const row = { kind, key: kind, director, details: details[kind], since: now, occurrence: '1' };
      return conditionEvent(row as never, { change, cause: 'check', at: now }, baseUrl) ?? [];
    }),
  );
  const surroundings = { baseUrl, directorReachable: true, now };
  const times = {
    lastGoodAt: now,
    lastSuccessAt: now,
    firstSeenAt: now,
    thresholds: { warnSeconds: 60, critSeconds: 120 },
  };
  const protections = silenceStatuses.flatMap((status) => {
    const changed = {
      change: { status, previousStatus: 'ok', cause: 'time' },
      state: { ...times, warnSeconds: 60, critSeconds: 120 },
    };
    const known = { director, client, job, fileset: 'Home', facts: times };
    return [
      overdueEvent({ ...changed, known, revision: 1 } as never, surroundings),
      silenceEvent({ ...changed, director, client, isEnabled: true, revision: 1 } as never, surroundings),
    ];
  });
  const token = { id: '17', name: 'ci', role: 'operator', ownerId: '2', ownerUsername: 'bob' } as never;
  const tokens = (['api_token.create', 'api_token.revoke'] as const).map((type) =>
    tokenEvent(
      type,
      token,
      {
        kind: 'session',
        id: '1',
        name: 'alice',
        role: 'admin',
        tokenId: null,
        sessionId: '3',
        ip: null,
        userAgent: null,
      } as never,
      baseUrl,
    ),
  );
  const missed = missedEvent({ director, client, job, at: now }, 3_600, baseUrl);
  return [...notifiableStatuses.map(endOf), missed, ...conditions, ...protections, ...tokens];
}

/** What the page can show, as its routes name it. */
function pagesOfTheConsole(): RegExp[] {
  const folder = fileURLToPath(new URL('../../web/src/', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.routes.ts'),
  );
  const paths = files.flatMap((name) => [...readFileSync(folder + name, 'utf8').matchAll(/path: '([^']+)'/g)]);
  return paths.map(([, path = '']) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`));
}

test('each type of event links to a page that there is', () => {
  const events = everyEvent();
  expect([...new Set(events.map(({ type }) => type))].sort()).toEqual([...eventTypes].sort());
  const pages = pagesOfTheConsole();
  const lost = events.filter(({ links }) => {
    const [, path = ''] = /^https:\/\/b\.example\/#(\/[^?]*)(\?.*)?$/.exec(links['page'] ?? '') ?? [];
    return !pages.some((page) => page.test(path));
  });
  expect(lost.map(({ type, links }) => [type, links['page']])).toEqual([]);
});

test('each type of event, as a webhook gets it, is what the document says of it', () => {
  const events = everyEvent();
  for (const { onceKey, ...event } of events) {
    const whole = { id: onceKey, timestamp: now, ...event };
    const notice = { id: onceKey, kind: 'event', events: [whole], timestamp: now, title: '', lines: [] } as const;
    checkWebhookBody(JSON.stringify(standardBody(notice, 'https://b.example')));
  }
  const test = { id: '1', kind: 'test', events: [], timestamp: now, title: 'A test', lines: ['One'] } as const;
  checkWebhookBody(JSON.stringify(standardBody(test, 'https://b.example')));
  const { webhooks } = JSON.parse(readFileSync(documentFile, 'utf8')) as { webhooks: object };
  expect(Object.keys(webhooks)).toEqual([...eventTypes, 'test']);
});

test('data that the document does not name is found', () => {
  const [event] = everyEvent();
  const changed = { ...event, id: '1', timestamp: now, data: { ...event?.data, surprise: 1 } };
  expect(() => checkWebhookBody(JSON.stringify(changed))).toThrow('unevaluated');
});
