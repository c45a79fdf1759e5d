// Takes half a minute. Sends each wrong request of each operation, about 8,000.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { liveOperations } from '../harness/fixtures/live-operations.js';
import { access } from './access.js';
import { type Area, isOf, takesInput } from './area.js';
import { channels } from './channels.js';
import { configuration } from './configuration.js';
import { configurationChanges } from './configuration-changes.js';
import { deliveries } from './deliveries.js';
import { directors } from './directors.js';
import { media } from './media.js';
import { monitoring } from './monitoring.js';
import { operations } from './operations.js';
import { restore } from './restore.js';
import { BadInputFixture, problemOf } from './fixture.js';
import { stats } from './stats.js';
import { describeTouchedCursors } from './touched-cursors.js';

const areas: Readonly<Record<string, Area>> = {
  operations,
  restore,
  stats,
  media,
  directors,
  configuration,
  'configuration changes': configurationChanges,
  monitoring,
  channels,
  deliveries,
  access,
};
const live = await liveOperations();
let fixture: BadInputFixture;

beforeAll(async () => {
  fixture = await BadInputFixture.start();
});
afterAll(() => fixture.stop());

describe.each(Object.entries(areas))('%s', (_name, area) => {
  let before: readonly string[];
  beforeAll(async () => {
    before = await fixture.state();
  });

  for (const [operation, rows] of Object.entries(area.table)) {
    const [method = '', template = ''] = operation.split(' ');
    test(`${operation} refuses each of its wrong requests with the right problem`, async () => {
      const received: string[] = [];
      for (const [what, wrong] of rows)
        received.push(`${what} → ${problemOf(await fixture.send(method, area.samples[operation] ?? template, wrong))}`);
      expect(received).toEqual(rows.map(([what, , problem]) => `${what} → ${problem}`));
    });
  }

  test('has a row for each operation that takes anything', () => {
    const wanted = live.filter((operation) => isOf(area, operation) && takesInput(operation));
    const names = wanted.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(area.table)).toEqual(expect.arrayContaining(names));
    expect(names.length).toBeGreaterThan(3);
  });

  test('each of these requests changed nothing', async () => {
    expect(await fixture.state()).toEqual(before);
  });
});

test('these are all parts of the API', () => {
  const known = Object.values(areas);
  expect(live.filter((operation) => !known.some((area) => isOf(area, operation)))).toEqual([]);
});

describeTouchedCursors(() => fixture);
