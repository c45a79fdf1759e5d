import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { excludePatternsOf } from './exclude-presets.js';
import { type FilesetResource } from './resources.js';

/** Where the first start puts things; paths are absolute. */
interface DefaultPlaces {
  readonly directorName: string;
  readonly programFolder: string;
  readonly settingsFile: string;
  readonly volumesFolder: string;
}

/** The commented director.yaml of a first start: one job with a source that surely exists, and one to copy. */
function defaultDirectorFile(places: DefaultPlaces): string {
  return `${head(places)}\n${filesets(places)}\n${schedulesAndJobs}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function head(places: DefaultPlaces): string {
  return `# Resources of the embedded Director. A saved change is taken over within seconds; no restart is needed.
# While the file has an error, the last valid configuration remains in force, and the health of the Director names line and entry.
# "npx backup-console check" checks the file.
# Names have up to 127 bytes of printable text without commas.

director:
  name: ${quoted(places.directorName)}
  # Time zone of the schedules. Default: the time zone of the machine.
  # timezone: Europe/Berlin

# Clients to back up. This Director backs up only the machine it runs on. With several names for it, runs of different
# clients run in parallel; runs of the same client run one after another.
clients:
  - name: local

# Folders for volumes, preferably on another disk than the data that is backed up.
storages:
  - name: Local
    folder: ${quoted(places.volumesFolder)}
    # gzip level from 1 (fast) to 9 (small).
    compression: 6

# A volume is written until it reaches volumeSize; then the next one is used. A volume is deleted and reused when the retention
# after its last write has expired, unless the newest chain of a fileset, or a run that is still retained, needs it. "keep"
# retains more runs: last, daily, weekly, monthly and yearly, each with the number of runs or periods.
pools:
  - name: Default
    volumeSize: 2 GiB
    retention: 60 days
    # Runs to keep longer than that: the newest of each of the last 12 months and 5 years that have a run.
    # keep: { monthly: 12, yearly: 5 }`;
}

function filesets(places: DefaultPlaces): string {
  return `
# What to back up. include: absolute files or folders. exclude: patterns for files and folders below them:
#   node_modules        a file or folder with this name, at any depth
#   "*.iso"             * matches anything within one name, ? one character
#   /home/*/.cache      with a leading slash: the whole path
#   "**/tmp/*.bak"      ** matches across folders
#   cache/              with a trailing slash: folders only
# excludePresets: lists of patterns by name: system, caches, trash, developer. markerFiles: of a folder that directly contains a file
# with one of these names, only the folder and this file are backed up. docs/operate/filesets.md describes both.
# The console's own data folder is never backed up (it contains keys and the volumes), except for this file.
# Other file systems below an include are skipped with a warning, unless they are excluded or oneFilesystem is false. /proc and
# similar file systems are always skipped.
filesets:
  - name: Console
    include:
      - ${quoted(places.programFolder)}
      - ${quoted(places.settingsFile)}
    exclude: [node_modules, dist, dist-test, coverage, .git, .env, data]
  # - name: Home
  #   include: [/home]
  #   exclude: ["*.iso"]
  #   excludePresets: [caches, trash]
  #   markerFiles: [.nobackup, CACHEDIR.TAG]
  #   oneFilesystem: true
`;
}

const schedulesAndJobs = `# When jobs start, as cron expressions: minute hour day month weekday.
schedules:
  - name: Nightly
    starts:
      - { level: Full, at: "5 23 * * SUN" }
      - { level: Incremental, at: "5 23 * * MON-SAT" }

# Jobs. Levels: Full backs up everything, Differential the changes since the last Full, Incremental the changes since the last
# run. Without a suitable Full, both become a Full. Lower priority numbers start first.
jobs:
  - name: BackupConsole
    client: local
    fileset: Console
    schedule: Nightly
    storage: Local
    pool: Default
    level: Incremental
  # To back up /home: uncomment the fileset above and these lines.
  # - name: BackupHome
  #   client: local
  #   fileset: Home
  #   schedule: Nightly
  #   storage: Local
  #   pool: Default
  #   level: Incremental
  #   priority: 10
  #   # A run that takes longer is canceled.
  #   maxRunTime: 12 hours
  #   enabled: true
  # Reads the newest backups from their volumes and compares checksums. jobs: [BackupHome] limits it to these jobs, runs: all
  # reads every retained backup.
  # - name: VerifyBackups
  #   type: Verify
  #   schedule: Nightly
`;

export const directorFileName = 'director.yaml';

/** Writes the commented DATA_DIR/director.yaml of a first start. */
export function writeDefaultDirectorFile(folder: string, programFolder: string, directorName: string): void {
  const file = join(folder, directorFileName);
  mkdirSync(folder, { recursive: true });
  const text = defaultDirectorFile({
    directorName,
    programFolder: resolve(programFolder),
    settingsFile: resolve(file),
    volumesFolder: resolve(folder, 'volumes'),
  });
  writeFileSync(file, text, { flag: 'wx', mode: 0o644 });
}

/** A fileset's definition in one fixed form, and its digest: a run belongs to the definition that it was made with. */
export function filesetIdentity(fileset: FilesetResource): { readonly md5: string; readonly content: string } {
  const content = JSON.stringify({
    include: [...fileset.include].sort(),
    exclude: [...excludePatternsOf(fileset)].sort(),
    oneFilesystem: fileset.oneFilesystem,
    // Left out where there are none: filesets of earlier versions keep their identity, and need no new Full.
    ...(fileset.markerFiles.length > 0 ? { markerFiles: [...fileset.markerFiles].sort() } : {}),
  });
  return { md5: createHash('md5').update(content).digest('base64').replace(/=+$/, ''), content };
}
