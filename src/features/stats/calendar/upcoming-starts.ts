import { type DirectorEntry } from '../../../domain/directors.port.js';
import { type PlannedRun } from '../../../domain/job.js';
import { type Scope } from '../../../domain/scope.js';
import { type TimeSpan } from './calendar-range.js';

/** Starts of one Director that are looked through at most, so that a rare job is found and work stays bounded. */
const mostStartsRead = 10_000;
/** Without its answer by then the calendar shows what was noted of the next day. */
const answerLimitMs = 10_000;

/** What a Director says it will start. */
export interface Ahead {
  readonly starts: readonly PlannedRun[];
  /** It is known up to here. */
  readonly until: Date;
}

interface Asked {
  readonly span: TimeSpan;
  readonly jobs: readonly string[] | undefined;
  readonly clients: readonly string[] | undefined;
  /** So many are enough. */
  readonly wanted: number;
}

/** Asks the Director for twice as many starts until there are enough. null: it does not tell, or not in time. */
export async function startsAhead(scope: Scope, entry: DirectorEntry, asked: Asked): Promise<Ahead | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<null>((resolve) => (timer = setTimeout(resolve, answerLimitMs, null)));
  try {
    return await Promise.race([readAhead(scope, entry, asked).catch(() => null), tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function readAhead(scope: Scope, { director }: DirectorEntry, asked: Asked): Promise<Ahead> {
  const { span, jobs, clients, wanted } = asked;
  for (let most = Math.min(4 * wanted, mostStartsRead); ; most = Math.min(2 * most, mostStartsRead)) {
    const read = await director.schedulePreview(scope, span.from, span.until, most, jobs);
    const starts = read.filter(
      ({ job, client }) => (jobs?.includes(job) ?? true) && (clients?.includes(client) ?? true),
    );
    if (read.length < most || starts.length >= wanted) return { starts, until: span.until };
    if (most === mostStartsRead) return { starts, until: read.at(-1)?.at ?? span.until };
  }
}
