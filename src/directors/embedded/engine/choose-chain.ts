import { type BackupLevel } from '../resources/resources.js';
import { type ChainCandidate } from './run-store.js';

export interface ChosenChain {
  readonly level: BackupLevel;
  /** Ascending by the data's time; empty for a Full. */
  readonly chain: readonly ChainCandidate[];
  /** Why the run does not have the level that was asked for; null where it has. */
  readonly upgrade: string | null;
}

const asBacula = 'No prior or suitable Full backup found in catalog. Doing FULL backup.';

/**
 * What a run of this level builds upon. `candidates` are the good runs from the newest Full on, ascending; the newest Full counts
 * alone, because a restore chain begins with it.
 */
export function chooseChain(level: BackupLevel, candidates: readonly ChainCandidate[], filesetId: number): ChosenChain {
  if (level === 'Full') return { level, chain: [], upgrade: null };
  const [full, ...later] = candidates;
  if (full?.level !== 'F') return becomeFull(asBacula);
  if (full.filesetId !== filesetId) return becomeFull(`The FileSet was changed since the last Full. ${asBacula}`);
  const chain = level === 'Differential' ? [full] : [full, ...sinceDifferential(later)];
  if (chain.some((run) => run.isDamaged)) return becomeFull(`A Volume of the last runs is in error. ${asBacula}`);
  return { level, chain, upgrade: null };
}

function becomeFull(upgrade: string): ChosenChain {
  return { level: 'Full', chain: [], upgrade };
}

function sinceDifferential(later: readonly ChainCandidate[]): readonly ChainCandidate[] {
  const differential = later.findLastIndex((run) => run.level === 'D');
  return later.filter((run, index) => index === differential || (index > differential && run.level === 'I'));
}
