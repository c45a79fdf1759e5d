/**
 * `npm run screenshots`: takes four pictures of every page (wide and narrow, light and dark) into docs/screenshots, which git ignores,
 * with a list of them, and copies those of the README into docs/pictures.
 *
 * What they show was really done by the console under `/tmp/demo`: backups by the embedded Director of files that really changed, a restore, people, tokens,
 * channels that reach receivers and one that does not. Only the time is made up: the runs of 28 nights are done in a few minutes and then moved to their nights in the
 * catalog, and the plan of those nights is written into the console's record, as if it had stood all the time. That is for pictures alone; nothing in the product does so.
 *
 * --only overview,run    these pages alone; the list stays as it is
 * --full                 whole pages as PNG into /tmp/demo-pictures, for looking at them
 * --nights 8             fewer nights, where their pictures do not matter
 * --keep                 leaves the console running at the printed address until Ctrl-C
 */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processPassword } from '../harness/fixtures/console-process.js';
import { sizeOf, writeAlbum } from './gallery.js';
import { DemoConsole, startEmptyConsole } from './demo-console.js';
import { atWork, firstDay, inside, outside, type ShownPage, withAnotherDirector } from './pages.js';
import { Photographer } from './capture.js';
import { flags } from './flags.js';
import { ending, startJob } from './live-data.js';
import { removeSite } from './site.js';

const only = flags.only?.split(',') ?? null;
const isFull = flags.full;
const album = fileURLToPath(new URL('../../docs/screenshots', import.meta.url));
const folder = isFull ? '/tmp/demo-pictures' : album;

/** Pictures of one console by a browser of its own. */
async function photograph(
  url: string,
  work: (photographer: Photographer) => Promise<void>,
): Promise<readonly ShownPage[]> {
  const photographer = await Photographer.open({ url, folder, only, isFull });
  try {
    await work(photographer);
    return photographer.taken;
  } finally {
    await photographer.close();
  }
}

async function takeAll({ url, admin, facts }: DemoConsole): Promise<readonly ShownPage[]> {
  return photograph(url, async (photographer) => {
    await photographer.take(outside(facts));
    await photographer.signIn(processPassword);
    await takeAtWork(photographer);
    await photographer.take(inside(facts));
    await takeWithAnother(photographer);
  });

  async function takeAtWork(photographer: Photographer): Promise<void> {
    const running = await startJob(admin, 'disk-images');
    const waiting = await startJob(admin, 'home', 'Incremental');
    await photographer.take(atWork(running, waiting));
    await admin.ask('POST', `/operations/runs/${running}/cancel`);
    for (const run of [running, waiting]) await ending(admin, run);
  }

  async function takeWithAnother(photographer: Photographer): Promise<void> {
    const name = 'branch-office';
    const catalogUrl = 'postgresql://console:not-asked@127.0.0.1:9/bacula';
    const place = { address: '127.0.0.1', port: 9, console: 'backup-console', timezone: 'Europe/Berlin', catalogUrl };
    await admin.ask('POST', '/admin/directors', { name, kind: 'bacula', password: 'not asked for', ...place });
    await photographer.take(withAnotherDirector(name));
    await admin.ask('DELETE', `/admin/directors/${name}`);
  }
}

const stops: (() => Promise<void>)[] = [];

async function stopAll(): Promise<void> {
  for (const stop of stops.splice(0).reverse()) await stop();
  removeSite();
}

const interrupted = once(process, 'SIGINT');
if (!flags.keep) void interrupted.then(stopAll).then(() => process.exit(1));
try {
  const demo = await DemoConsole.start(stops);
  const taken = [...(await takeAll(demo))];
  const empty = await startEmptyConsole(stops);
  taken.push(
    ...(await photograph(empty, async (photographer) => {
      await photographer.signIn(processPassword);
      await photographer.take(firstDay);
    })),
  );
  if (only === null && !isFull) writeAlbum(folder, taken);
  process.stdout.write(`${taken.length} pages, ${(sizeOf(folder) / 1e6).toFixed(1)} MB in ${folder}\n`);
  if (flags.keep) {
    process.stdout.write(`It stands at ${demo.url}, admin, ${processPassword}\n`);
    await interrupted;
  }
} finally {
  await stopAll();
}
