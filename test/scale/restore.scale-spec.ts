import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RestoreFixture } from '../harness/fixtures/restore-fixture.js';

const folders = 40;
const filesPerFolder = 500;
let fixture: RestoreFixture;

beforeAll(async () => {
  fixture = await RestoreFixture.start();
});

afterAll(async () => {
  await fixture.stop();
});

test('20,000 files and a hundred megabytes are restored within bounded memory', async () => {
  const entries = Array.from({ length: folders }, (_, folder) => [
    { path: `/many/${folder}/`, mode: 0o700 },
    ...Array.from({ length: filesPerFolder }, (_unused, file) => ({
      path: `/many/${folder}/file-${file}`,
      content: `${folder}/${file}`,
    })),
  ]).flat();
  const big = { path: '/many/big', content: Buffer.alloc(100 * 1024 * 1024, 'compresses well ') };
  const run = await fixture.maker.makeRun({ entriesPerSegment: 2000, entries: [...entries, big] });
  const before = process.memoryUsage.rss();
  let peak = 0;
  let looks = 0;
  const told = await fixture.restore(
    { jobids: [run] },
    {
      onBytes: () => {
        looks += 1;
        if (looks % 50 === 0) peak = Math.max(peak, process.memoryUsage.rss());
      },
    },
  );
  expect(told).toMatchObject({ warnings: [], outcome: { files: folders * (filesPerFolder + 1) + 1 } });
  for (const folder of [0, folders - 1]) expect(readdirSync(fixture.at(`many/${folder}`))).toHaveLength(filesPerFolder);
  expect(peak - before).toBeLessThan(150 * 1024 * 1024);
});
