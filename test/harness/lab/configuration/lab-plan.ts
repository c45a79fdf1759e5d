import { type BaculaVersion } from '../bacula-version.js';
import { type DatabaseAccess } from '../lab-database.js';
import { type LabFolders } from '../lab-files.js';

/** `psk`: what Bacula 15 does by itself. `certificates`: required by the Director of every console. `none`: clear text. */
export type LabTls = 'psk' | 'certificates' | 'none';

export type LabClientName = 'alpha-fd' | 'beta-fd';

export const labClients: readonly LabClientName[] = ['alpha-fd', 'beta-fd'];

export interface LabConsole {
  /** null: the default console, whose password is the Director's own. */
  readonly name: string | null;
  readonly password: string;
}

export interface LabConsoles {
  readonly default: LabConsole;
  /** `web`: named, may do everything. */
  readonly web: LabConsole;
  /** `web ro`: named with a space; sees one job and one client and may change nothing. */
  readonly restricted: LabConsole;
}

/** All that the configuration files of one lab agree on. */
export interface LabPlan {
  readonly version: BaculaVersion;
  readonly directorName: string;
  readonly storageName: string;
  readonly tls: LabTls;
  readonly timezone: string;
  readonly maximumConsoleConnections: number;
  readonly ports: Readonly<Record<'director' | 'storage' | LabClientName | 'gone-fd', number>>;
  readonly consoles: LabConsoles;
  readonly storagePassword: string;
  readonly clientPassword: string;
  readonly database: DatabaseAccess;
  readonly folders: LabFolders;
  /** `HH:MM` in the Director's zone at which the schedule starts its job: half a day away, so that no test meets it. */
  readonly nightly: string;
  /** The minute of each hour at which the other schedule starts its job: 40 minutes away. */
  readonly hourlyMinute: string;
  /** The packages' script that plays an autochanger, for a storage `Tapes`; null: there is none. */
  readonly changerScript: string | null;
}

/** Where the media of the storage `Tapes` are. */
export function changerFolder(plan: LabPlan): string {
  return `${plan.folders.root}/changer`;
}

/** Where a daemon keeps its own files. */
export function workFolder(plan: LabPlan, daemon: string): string {
  return `${plan.folders.root}/work/${daemon}`;
}
