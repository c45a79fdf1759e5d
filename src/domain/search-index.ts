import { type HealthFinding } from './verdict.js';
import { formatDuration } from './units.js';

/** How far the console's own index of file names has come with one Director. */
export interface SearchIndexStatus {
  /** Runs whose file records the catalog keeps, as far as they are known. */
  readonly runs: number;
  /** Those of them that are not in the index yet: they are searched in the catalog itself. */
  readonly waiting: number;
  /** Names in the index, each once for the runs that build on one Full. */
  readonly entries: number;
  /** When everything there was had been read last; null: never. */
  readonly readAt: Date | null;
  /** The last failure in a form that may be shown; null: none. */
  readonly failure: string | null;
  /** For how long runs have been waiting without any coming in; 0 where none waits. */
  readonly stalledSeconds: number;
}

const warnSeconds = 900;

/** Never more than a warning: what is not in the index is searched in the catalog, more slowly. */
export function searchIndexFinding({ runs, waiting, failure, stalledSeconds }: SearchIndexStatus): HealthFinding {
  const params = { held: runs - waiting, runs, stalledSeconds };
  const about = { id: 'search.index', component: 'catalog', params, value: waiting, unit: 'runs' };
  const indexed = `${grouped(runs - waiting)} of ${grouped(runs)} ${runs === 1 ? 'run' : 'runs'}`;
  const message = `${indexed} ${runs === 1 ? 'is' : 'are'} in the search index.`;
  if (waiting === 0 || stalledSeconds <= warnSeconds) {
    return { ...about, code: 'search.current', status: 'ok', message, hint: null };
  }
  const stalled = `${message.slice(0, -1)}, and none was indexed for ${formatDuration(stalledSeconds)}.`;
  const hint = failure ?? "Check the console's log.";
  return { ...about, code: 'search.stalled', status: 'warn', message: stalled, hint };
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
