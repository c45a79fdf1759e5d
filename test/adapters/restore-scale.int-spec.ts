import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RestoreScene } from '../support/restore-scene.js';

const folders = 40;
const filesPerFolder = 500;
let scene: RestoreScene;

beforeAll(async () => {
  scene = await RestoreScene.start();
});

afterAll(async () => {
  await scene.stop();
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
  const run = await scene.maker.makeRun({ entriesPerSegment: 2000, entries: [...entries, big] });
  const before = process.memoryUsage.rss();
  let peak = 0;
  let looks = 0;
  const told = await scene.restore(
    { jobids: [run] },
    {
      onBytes: () => {
        looks += 1;
        if (looks % 50 === 0) peak = Math.max(peak, process.memoryUsage.rss());
      },
    },
  );
  expect(told).toMatchObject({ warnings: [], outcome: { files: folders * (filesPerFolder + 1) + 1 } });
  for (const folder of [0, folders - 1]) expect(readdirSync(scene.at(`many/${folder}`))).toHaveLength(filesPerFolder);
  expect(peak - before).toBeLessThan(150 * 1024 * 1024);
});
