import { BareosDirector } from '../../src/adapters/director/bareos/bareos-director.js';
import { type RemoteDirectorSettings } from '../../src/domain/director-settings.js';
import { everything } from '../../src/domain/scope.js';
import { type CatalogScene, openCatalogScene } from './catalog-scene.js';
import { catalogShapes } from './catalog-shapes.js';
import { type PeerScript } from './console-peer.js';
import { FakeClock } from './fake-clock.js';
import { type BareosVersion, PaperBareos } from './paper-bareos.js';

export interface BareosScene {
  readonly bareos: PaperBareos;
  readonly catalog: CatalogScene;
  readonly director: BareosDirector;
  close(): Promise<void>;
}

export function bareosSettings(port: number, change: Partial<RemoteDirectorSettings> = {}): RemoteDirectorSettings {
  return {
    ...{ name: 'site', kind: 'bareos', address: '127.0.0.1', port, consoleName: 'backup console', password: 'secret' },
    tls: { mode: 'required', ca: null, certificate: null, key: null, serverName: null },
    ...{
      catalogUrl: 'postgresql://nobody@127.0.0.1:1/none',
      timezone: 'Europe/Berlin',
      restoreJob: null,
      restoreRoots: null,
    },
    ...change,
  };
}

/** A Bareos Director on paper, a catalog of its schema that its runs are recorded in, and our Director in front of both. */
export async function openBareosScene(
  version: BareosVersion = '25.1.0',
  options: { readonly script?: Partial<PeerScript>; readonly settings?: Partial<RemoteDirectorSettings> } = {},
): Promise<BareosScene> {
  const shape = catalogShapes.find(({ product }) => product === 'Bareos');
  const catalog = await openCatalogScene(shape, 'Europe/Berlin');
  const bareos = await PaperBareos.start(version, options.script);
  bareos.queue = (job, words) => {
    const client = words['restoreclient'] ?? words['client'] ?? bareos.jobs.get(job)?.client ?? 'a-fd';
    const [type, comment] = [job === 'RestoreFiles' ? 'R' : 'B', words['comment'] ?? ''];
    return catalog.maker.makeRun({ name: job, client, type, comment, status: 'C', ended: null });
  };
  const settings = bareosSettings(bareos.peer.port, options.settings);
  const director = new BareosDirector(settings, { catalog: catalog.catalog, clock: new FakeClock() });
  const close = async (): Promise<void> => {
    director.close();
    await bareos.close();
    await catalog.close();
  };
  return { bareos, catalog, director, close };
}

/** Everything that a Director is asked, once. */
export async function walk({ bareos, catalog, director }: BareosScene): Promise<void> {
  await director.describe(everything);
  await director.listJobs(everything);
  await director.listClients(everything);
  await director.observe(everything);
  const { jobId } = await director.startRun(everything, { job: 'backup-a', level: 'Full', mark: 'o:1' });
  bareos.current.set(jobId, 'R');
  await director.liveRuns(everything, [jobId]);
  await director.cancelRun(everything, jobId);
  await director.setJobEnabled(everything, 'backup-a', false);
  await director.setJobEnabled(everything, 'backup-a', true);
  const backup = await catalog.maker.makeRun({ name: 'backup-a', client: 'a-fd' });
  await catalog.maker.recordFiles(backup, [{ path: '/data/a.txt' }]);
  await director.prepareBrowsing(everything, [backup]);
  const where = { where: '/srv/restored/x', restoreClient: 'a-fd', replace: 'never', anywhere: false } as const;
  await director.startRestore(everything, { jobids: [backup], selection: [], ...where, mark: 'o:2' });
}
