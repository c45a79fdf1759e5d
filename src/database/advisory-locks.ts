/**
 * All advisory locks of the console. PostgreSQL knows a lock only by its number, so no two share one here: neither in one database
 * nor across the console's own and the catalog of the embedded Director.
 */
export const advisoryLocks = {
  // Locks of one number, in the console's own database.
  /** Serializes what replicas that start at once do to a database: migrations, grants, making its sibling. */
  migration: 7_301_125,
  /** Of making the first administrator: only once. */
  firstAdmin: 7_301_129,
  /** Lets one process of all add seals to the audit chain. */
  auditSealing: 7_301_130,
  /** Of the one fan-out at a time: two at once could each miss what the other plans for the same trouble. */
  fanOut: 7_301_131,
  /** Of changes that hand on rights. */
  rights: 7_301_132,

  // First keys of locks of two; the second is an id, or the hash of a name. Those by Director let one process of all do a thing.
  /** By process: it lives. */
  instance: 7_301_126,
  /** By Director: syncs its runs. */
  runSync: 7_301_127,
  /** By Director: evaluates how long clients have been without a backup. One that this process lacks is another's to evaluate. */
  silenceMonitor: 7_301_133,
  /** By channel: replays take turns, for two at once would give the same number to both. */
  deliveryReplay: 7_301_134,
  /** By Director: indexes its file names. */
  nameIndexing: 7_301_136,
  /** By Director: makes its runs ready to be browsed. */
  browseCacheWarmer: 7_301_138,
  /** By Director: compares its runs with earlier ones. Only saves work. */
  outlierDetection: 7_301_141,
  /** By Director: reads its schedule. Only saves work. */
  scheduleMonitor: 7_301_143,
  /** By Director: checks it for conditions. Only saves work: a change is recorded once. */
  conditionMonitor: 7_301_149,
  /** By Director: checks whether its catalog still has the backups. */
  retainedBackups: 7_301_152,
  /** By volume or run: one request at a time acts on it. */
  mediaCommand: 7_301_157,
  /** By Director: one process at a time changes its configuration. */
  configuration: 7_301_158,

  // In the catalog of the embedded Director.
  /** Serializes changes of the schema. */
  catalogSchema: 7_301_121,
  /** Of the one process that runs jobs on a catalog. */
  catalogOwnership: 7_301_128,
  /** First key, the second is the MediaId: a run has the volume for itself. */
  volume: 7_301_122,
} as const;

export type AdvisoryLock = (typeof advisoryLocks)[keyof typeof advisoryLocks];
