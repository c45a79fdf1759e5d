/** A good backup of one client and fileset, with what its chain needs. */
export interface ChainBackup {
  readonly job: string;
  /** The level's word. */
  readonly level: string;
  readonly endedAt: Date;
  /** A virtual Full carries a chain, but is no backup of its own. */
  readonly readsClient: boolean;
}

/** What a job has of good backups. */
export interface JobBackups {
  /** End of the newest. */
  readonly newest: Date;
  /** End of the newest that can be restored as a whole; null: none of these can. */
  readonly whole: Date | null;
}

const fullLevels: ReadonlySet<string> = new Set(['Full', 'VirtualFull']);

/**
 * Of each job its newest good backup, and the newest that can be restored with all that it builds upon. `backups` are all of one
 * client and fileset, the oldest data first, lost ones too. What builds on a Full that is not among them is not judged by it.
 */
export function jobBackups<B extends ChainBackup>(
  backups: readonly B[],
  isLost: (backup: B) => boolean,
): ReadonlyMap<string, JobBackups> {
  const found = new Map<string, JobBackups>();
  const lost = { full: false, differential: false, increments: false };
  for (const backup of backups) {
    const isWhole = advance(lost, backup.level, isLost(backup));
    if (!backup.readsClient) continue;
    const whole = isWhole ? backup.endedAt : (found.get(backup.job)?.whole ?? null);
    found.set(backup.job, { newest: backup.endedAt, whole });
  }
  return found;
}

interface LostParts {
  full: boolean;
  differential: boolean;
  increments: boolean;
}

/** Returns whether the backup and its chain still exist. */
function advance(lost: LostParts, level: string, isGone: boolean): boolean {
  if (fullLevels.has(level)) {
    Object.assign(lost, { full: isGone, differential: false, increments: false });
    return !isGone;
  }
  if (level === 'Differential') {
    Object.assign(lost, { differential: isGone, increments: false });
    return !lost.full && !isGone;
  }
  lost.increments ||= isGone;
  return !lost.full && !lost.differential && !lost.increments;
}
