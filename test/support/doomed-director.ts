import { EmbeddedDirector } from '../../src/adapters/director/embedded/embedded-director.js';
import { everything } from '../../src/domain/scope.js';
import { ShiftedClock } from './embedded-machine.js';

// Run as a process of its own by a test, which kills it in the middle of a backup.
const [folder, catalogUrl, level] = process.argv.slice(2);
if (folder === undefined || catalogUrl === undefined || level === undefined) {
  throw new Error('usage: doomed-director DATA_DIR CATALOG_URL LEVEL');
}
const director = await EmbeddedDirector.start({
  name: 'embedded',
  folder,
  programFolder: folder,
  catalogUrl,
  clock: new ShiftedClock(),
  onNotice: () => undefined,
});
await director.startRun(everything, { job: 'Source', level, mark: 'test:doomed' });
process.stdout.write('started\n');
