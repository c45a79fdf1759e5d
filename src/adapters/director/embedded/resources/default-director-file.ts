/** Where the first start puts things; paths are absolute. */
export interface DefaultPlaces {
  readonly directorName: string;
  readonly programFolder: string;
  readonly settingsFile: string;
  readonly volumesFolder: string;
}

/** The commented director.yaml that a first start writes: one job that protects what is surely there, and one to copy. */
export function defaultDirectorFile(places: DefaultPlaces): string {
  return `${head(places)}\n${filesets(places)}\n${schedulesAndJobs}`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function head(places: DefaultPlaces): string {
  return `# The embedded Director's resources. Read at start: restart the console after a change.
# A fault stops the start with a sentence that names the place, for example "director.yaml: jobs[0].fileset: …".
# Names are up to 127 bytes of any readable text without commas.

director:
  name: ${quoted(places.directorName)}
  # Schedules run in this time zone; without it, in the machine's own.
  # timezone: Europe/Berlin

# Whose files are backed up. This Director knows one machine: the one it runs on. Several names split its runs into groups
# that run side by side; the runs of one client run one after the other.
clients:
  - name: local

# Where volumes lie. Best on another disk than what is backed up.
storages:
  - name: Local
    folder: ${quoted(places.volumesFolder)}
    # gzip level from 1 (fast) to 9 (small).
    compression: 6

# A volume takes runs until it reached volumeSize; then the next one begins. After the retention since its last write a volume
# is deleted and reused, unless the newest chain of a fileset, or a run that is still kept, needs it.
pools:
  - name: Default
    volumeSize: 2 GiB
    retention: 60 days`;
}

function filesets(places: DefaultPlaces): string {
  return `
# What is backed up. include: files or folders, absolute. exclude: patterns for what is found below them:
#   node_modules        a file or folder of this name, at any depth
#   "*.iso"             * is anything within one name, ? one character
#   /home/*/.cache      with a slash in front: the whole path
#   "**/tmp/*.bak"      ** goes across folders
#   cache/              with a slash at the end: folders only
# The console's own data folder is never backed up (it holds keys and the volumes), but for this file.
# Other file systems below an include are left out with a warning, unless they are excluded or oneFilesystem is false; /proc and
# its like always are.
filesets:
  - name: Console
    include:
      - ${quoted(places.programFolder)}
      - ${quoted(places.settingsFile)}
    exclude: [node_modules, dist, dist-test, coverage, .git, .env, data]
  # - name: Home
  #   include: [/home]
  #   exclude: [.cache, "*.iso", node_modules]
  #   oneFilesystem: true
`;
}

const schedulesAndJobs = `# When jobs start, as cron expressions: minute hour day month weekday.
schedules:
  - name: Nightly
    starts:
      - { level: Full, at: "5 23 * * SUN" }
      - { level: Incremental, at: "5 23 * * MON-SAT" }

# What runs. Levels: Full takes everything; Differential what changed since the last Full; Incremental what changed since the last
# run. Without a suitable Full they become one. Lower priority numbers go first.
jobs:
  - name: BackupConsole
    client: local
    fileset: Console
    schedule: Nightly
    storage: Local
    pool: Default
    level: Incremental
  # To back up /home: uncomment the fileset above and these lines, and restart.
  # - name: BackupHome
  #   client: local
  #   fileset: Home
  #   schedule: Nightly
  #   storage: Local
  #   pool: Default
  #   level: Incremental
  #   priority: 10
  #   # A run that takes longer is ended as canceled.
  #   maxRunTime: 12 hours
  #   enabled: true
`;
