import { randomBytes } from 'node:crypto';
import { serverUrlVariable } from '../fixtures/database.js';
import { type BaculaPrograms } from './bacula-programs.js';
import { type BaculaVersion } from './bacula-version.js';
import { writeBconsoleScript } from './bconsole.js';
import { changerFolder, type LabConsoles, type LabPlan, type LabTls } from './configuration/lab-plan.js';
import { configure } from './configure.js';
import { fetchBacula } from './fetch-packages.js';
import { makeCertificates } from './lab-certificates.js';
import { LabDatabase } from './lab-database.js';
import { fillChanger, type LabFolders, makeFolders } from './lab-files.js';
import { makeOwnedFolder } from './owned-folder.js';
import { Lab } from './lab.js';
import { reservePorts } from './loopback-port.js';

export interface LabOptions {
  readonly version: BaculaVersion;
  /** Default: what the version does by itself, `psk` on 15 and `none` on 9.6, which knows no PSK. */
  readonly tls?: LabTls;
  /** Of the Director; 20 by default. */
  readonly maximumConsoleConnections?: number;
  /** The zone that the Director lives in and writes its catalog's times in; UTC by default. */
  readonly timezone?: string;
  /** Without spaces: Bacula's own log-in fails at a Director whose name has one, in both versions. */
  readonly directorName?: string;
  /** With a storage `Tapes`, an autochanger of six slots with media of four barcodes. */
  readonly changer?: boolean;
  /** Connection URL of a superuser on the PostgreSQL for the catalog; by default that of the test run. */
  readonly server?: string;
}

/** Brings up a Bacula on loopback. Throws LabLack where its packages cannot be had. */
export async function startLab(options: LabOptions): Promise<Lab> {
  const { version, server = process.env[serverUrlVariable] } = options;
  if (server === undefined) throw new Error('No PostgreSQL for the catalog: give `server`, or run in a test with the global set-up.'); // prettier-ignore
  if (version === '9.6' && options.tls === 'psk') throw new Error('Bacula 9.6 knows no PSK.');
  const programs = await fetchBacula(version);
  const database = await LabDatabase.create(server, programs.catalogSchema());
  const plan = await makePlan(options, programs, database, await makeFolders(makeOwnedFolder()));
  const lab = new Lab(plan, programs, database);
  try {
    await prepare(programs, plan);
    await lab.start();
  } catch (error) {
    await lab.stop();
    throw error;
  }
  return lab;
}

async function prepare(programs: BaculaPrograms, plan: LabPlan): Promise<void> {
  if (plan.tls === 'certificates') await makeCertificates(programs, plan.folders.certificates);
  configure(plan);
  if (plan.changerScript !== null) fillChanger(changerFolder(plan));
  writeBconsoleScript(programs, plan);
}

async function makePlan(
  options: LabOptions,
  programs: BaculaPrograms,
  database: LabDatabase,
  folders: LabFolders,
): Promise<LabPlan> {
  const { version } = options;
  const usual = {
    tls: version === '15' ? ('psk' as const) : ('none' as const),
    maximumConsoleConnections: 20,
    timezone: 'UTC',
    directorName: `lab-${version}-dir`,
  };
  const plan = { ...usual, ...options };
  return {
    ...plan,
    storageName: `lab-${version}-sd`,
    ports: await reserveDaemonPorts(),
    consoles: makeConsoles(),
    storagePassword: newPassword(),
    clientPassword: newPassword(),
    database: database.owner,
    folders,
    nightly: timeIn(12 * 60, plan.timezone),
    changerScript: options.changer === true ? programs.changerScript : null,
    hourlyMinute: timeIn(40, plan.timezone).slice(3),
  };
}

async function reserveDaemonPorts(): Promise<LabPlan['ports']> {
  const [director = 0, storage = 0, alpha = 0, beta = 0, gone = 0] = await reservePorts(5);
  return { director, storage, 'alpha-fd': alpha, 'beta-fd': beta, 'gone-fd': gone };
}

function makeConsoles(): LabConsoles {
  return {
    default: { name: null, password: newPassword() },
    web: { name: 'web', password: newPassword() },
    restricted: { name: 'web ro', password: newPassword() },
  };
}

function newPassword(): string {
  return randomBytes(16).toString('hex');
}

/** `HH:MM` as many minutes from now. */
function timeIn(minutes: number, timezone: string): string {
  const moment = new Date(Date.now() + minutes * 60_000);
  return moment.toLocaleTimeString('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' });
}
