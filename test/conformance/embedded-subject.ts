import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { BaculaCatalog } from '../../src/catalog/bacula-catalog.js';
import { catalogTimezone } from '../../src/directors/embedded/catalog-schema.js';
import { EmbeddedDirector } from '../../src/directors/embedded/embedded-director.js';
import { SystemClock } from '../../src/platform/system-clock.js';
import { labJobs } from '../harness/lab/configuration/job-resources.js';
import { type LabFolders, makeFolders, manyFiles } from '../harness/lab/lab-files.js';
import { makeOwnedFolder } from '../harness/lab/owned-folder.js';
import { copyDatabase } from '../harness/fixtures/database.js';
import { type Subject, type SubjectPlan } from './subject.js';

const { ok, beta, withSpace, warning, endless, many, disabled } = labJobs;

/** The embedded Director, configured as the labs are as far as it knows such jobs. */
export const embeddedPlan: SubjectPlan = {
  title: 'embedded',
  hasOtherClient: true,
  canRestart: true,
  relocates: true,
  jobs: { ok, beta, withSpace, warning, endless, many, disabled, scheduled: ok },
  open: async () => {
    const folders = await makeFolders(makeOwnedFolder());
    const data = join(folders.root, 'data');
    mkdirSync(data);
    writeFileSync(join(data, 'director.yaml'), stringify(resources(folders)));
    return embeddedSubject(folders, data, await copyDatabase('template_catalog'));
  },
};

function resources({ root, alpha, beta: betaFolder, many: manyFolder, endless: file, volumes }: LabFolders): object {
  const job = (name: string, client: string, fileset: string, more: object = {}) => ({
    name,
    client,
    fileset,
    storage: 'File1',
    pool: 'FullPool',
    ...more,
  });
  return {
    // Runs of one client go one after the other, so what takes long has clients of its own.
    clients: ['alpha-fd', 'beta-fd', 'endless-fd', 'many-fd'].map((name) => ({ name })),
    storages: [{ name: 'File1', folder: volumes, compression: 1 }],
    pools: ['FullPool', 'IncrPool'].map((name) => ({ name, volumeSize: '1 GiB' })),
    filesets: [
      { name: 'AlphaSet', include: [alpha] },
      { name: 'BetaSet', include: [betaFolder] },
      { name: 'WarnSet', include: [betaFolder, join(root, 'missing')] },
      { name: 'EndlessSet', include: [file] },
      { name: 'ManySet', include: [manyFolder] },
    ],
    schedules: [{ name: 'Nightly', starts: [{ level: 'Incremental', at: farTime() }] }],
    jobs: [
      job(ok, 'alpha-fd', 'AlphaSet', { schedule: 'Nightly' }),
      job(beta, 'beta-fd', 'BetaSet'),
      job(withSpace, 'alpha-fd', 'AlphaSet'),
      job(warning, 'beta-fd', 'WarnSet'),
      job(endless, 'endless-fd', 'EndlessSet'),
      job(many, 'many-fd', 'ManySet'),
      job(disabled, 'beta-fd', 'BetaSet', { enabled: false }),
    ],
  };
}

/** Half a day away, so that no test meets it. */
function farTime(): string {
  const at = new Date(Date.now() + 12 * 60 * 60 * 1000);
  return `${at.getMinutes()} ${at.getHours()} * * *`;
}

async function embeddedSubject(folders: LabFolders, data: string, catalogUrl: string): Promise<Subject> {
  const start = () =>
    EmbeddedDirector.start({
      name: 'embedded',
      folder: data,
      programFolder: data,
      catalogUrl,
      clock: new SystemClock(),
      restoreRoots: [folders.restored],
      onNotice: () => undefined,
    });
  let director = await start();
  const onNotice = (): void => undefined;
  const catalog = new BaculaCatalog({ director: 'embedded', url: catalogUrl, timezone: catalogTimezone, onNotice });
  return {
    catalog,
    source: folders.alpha,
    where: folders.restored,
    otherClient: 'beta-fd',
    many: { folder: folders.many, files: manyFiles },
    get director() {
      return director;
    },
    restart: async () => {
      await director.stop();
      director = await start();
    },
    close: async () => {
      await director.stop();
      await catalog.close();
      rmSync(folders.root, { recursive: true, force: true });
    },
  };
}
