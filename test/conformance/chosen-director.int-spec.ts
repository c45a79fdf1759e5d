import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { chosenPlan } from './chosen-director.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-console-chosen-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function planOf(text: string) {
  const file = join(folder, 'conformance.yaml');
  writeFileSync(file, text);
  return chosenPlan(file);
}

// Nobody listens at port 1.
const good = `
director: { name: trial, kind: bareos, address: 127.0.0.1, port: 1, password: secret of a test, catalogUrl: 'postgres://a:b@127.0.0.1:1/c' }
source: /srv/trial
where: /srv/restored
jobs: { ok: Trial, many: Many }
many: { folder: /srv/many, files: 7 }
`;

describe('a Director that a settings file names for the suite', () => {
  test('is known before it is reached', () => {
    expect(planOf(good)).toMatchObject({
      title: 'trial (bareos, 127.0.0.1:1)',
      jobs: { ok: 'Trial', many: 'Many' },
      hasOtherClient: false,
    });
  });

  test.each([
    ['ok: Trial', 'okay: Trial', 'jobs.ok: is missing'],
    ['ok: Trial', 'ok: Trial, sleepy: x', 'jobs.sleepy: is unknown'],
    ['source: /srv/trial', '', 'source: is missing'],
    ['port: 1,', 'port: one,', 'director.port: '],
    ['many: { folder: /srv/many, files: 7 }', '', 'many: is missing'],
  ])('%s → %s is told with its place', (from, to, sentence) => {
    expect(good).toContain(from);
    expect(() => planOf(good.replace(from, to))).toThrow(sentence);
  });

  test('that cannot be reached fails with the stage and the reason, and without its password', async () => {
    const opening = planOf(good).open();
    await expect(opening).rejects.toThrow(/trial cannot be tested\.\nport: .*127\.0\.0\.1:1.*\ncatalog: /s);
    await expect(opening).rejects.not.toThrow(/secret of a test/);
  });
});
