import { pino } from 'pino';
import { RemoteDirectors } from '../../src/directors/remote-directors.js';
import { noCatalogTls, type RemoteDirectorSettings } from '../../src/domain/director-settings.js';
import { SystemClock } from '../../src/platform/system-clock.js';
import { type BaculaVersion } from '../harness/lab/bacula-version.js';
import { labJobs } from '../harness/lab/configuration/job-resources.js';
import { manyFiles } from '../harness/lab/lab-files.js';
import { type Lab } from '../harness/lab/lab.js';
import { startLab } from '../harness/lab/start-lab.js';
import { type Subject, type SubjectPlan } from './subject.js';

/** How the console reaches a lab's Director, by its named console. */
export function settingsOf(lab: Lab, change: Partial<RemoteDirectorSettings> = {}): RemoteDirectorSettings {
  const { web } = lab.consoles;
  return {
    name: `bacula-${lab.version}`,
    kind: 'bacula',
    address: lab.address,
    port: lab.port,
    consoleName: web.name,
    password: web.password,
    tls: {
      mode: lab.tls === 'none' ? 'none' : 'required',
      ca: null,
      certificate: null,
      key: null,
      serverName: null,
    },
    catalogUrl: lab.catalogUrl,
    catalogTls: noCatalogTls,
    timezone: lab.timezone,
    restoreJob: null,
    restoreRoots: null,
    staging: null,
    ...change,
  };
}

export function remoteDirectors(): RemoteDirectors {
  return new RemoteDirectors(new SystemClock(), pino({ level: 'silent' }));
}

export function labPlan(version: BaculaVersion, keep: (lab: Lab) => void): SubjectPlan {
  return {
    title: `Bacula ${version}`,
    hasOtherClient: true,
    canRestart: true,
    relocates: true,
    jobs: { ...labJobs, asleep: labJobs.slow, scheduled: labJobs.ok },
    open: async () => {
      const lab = await startLab({ version });
      keep(lab);
      return labSubject(lab);
    },
  };
}

function labSubject(lab: Lab): Subject {
  const connected = remoteDirectors().connect(settingsOf(lab));
  const { director, catalog } = connected;
  return {
    director,
    catalog,
    source: lab.folders.alpha,
    where: lab.folders.restored,
    otherClient: 'beta-fd',
    many: { folder: lab.folders.many, files: manyFiles },
    restart: () => lab.restartDirector(),
    close: async () => {
      await connected.close();
      await lab.stop();
    },
  };
}
