import { makeFileHistory } from './file-history.js';
import { Scratch } from './scratch.js';

const files = Number(process.env['FILES'] ?? 14_500_000);
const scratch = await Scratch.start({
  keep: process.env['KEEP'] ?? null,
  cacheMegabytes: files > 1_000_000 ? 2048 : 256,
});
try {
  const startedMs = performance.now();
  const facts = await scratch.catalog(`files_${files}`, (client) => makeFileHistory(client, files));
  console.log(facts, performance.now() - startedMs);
} finally {
  await scratch.stop();
}
