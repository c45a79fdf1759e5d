import { useCallback, useEffect, useRef, useState } from 'react';
import { ask, asProblem, type Problem, type Schemas } from '../../api/request';
import { whenSignedIn } from '../../api/session';
import { type Run, useRunStream } from '../../api/stream';

export type Line = Schemas['LogLineRecord'];
type RunAt = Pick<Run, 'jobId' | 'director'>;

const keptLines = 20_000;
const pageOf = 500;
/** Lines come in batches: a page of a long log is read faster than it can be drawn. */
const drawEveryMs = 150;

export interface Log {
  readonly lines: readonly Line[];
  /** Whether there were earlier ones that are no longer kept. */
  readonly isCut: boolean;
  /** Whether it was read to its end once. */
  readonly isRead: boolean;
  readonly problem: Problem | null;
  readonly readOn: () => void;
}

type Kept = Pick<Log, 'lines' | 'isCut'>;

function joined(old: Kept, fresh: readonly Line[]): Kept {
  const lines = [...old.lines, ...fresh];
  return { lines: lines.slice(-keptLines), isCut: old.isCut || lines.length > keptLines };
}

/** One page of a log after another, until the one that is not full; answers where to go on. */
export async function readPages(
  { jobId, director }: RunAt,
  take: (page: readonly Line[]) => void,
  { from, signal }: { readonly from?: string | undefined; readonly signal?: AbortSignal } = {},
): Promise<string | undefined> {
  let cursor = from;
  for (;;) {
    const query = { director, limit: pageOf, ...(cursor === undefined ? {} : { cursor }) };
    const params = { path: { jobId }, query };
    const page = await ask((api) => api.GET('/api/v1/operations/runs/{jobId}/log', { params, signal: signal ?? null }));
    take(page.items);
    if (page.nextCursor === null) return cursor;
    cursor = page.nextCursor;
  }
}

/** Reads a log on from where it stood: the last page is asked again until it is full. */
class LogReader {
  private cursor: string | undefined = undefined;
  private isReading = false;
  private isWanted = false;
  private waiting: Line[] = [];
  private lastId = -1;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly run: RunAt,
    private readonly draw: (lines: readonly Line[]) => void,
  ) {}

  /** What is asked for while it reads is read after that: the line that was told of may have missed the page on its way. */
  async read(): Promise<void> {
    this.isWanted = true;
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (this.isWanted) {
        this.isWanted = false;
        this.cursor = await readPages(this.run, (page) => this.take(page), { from: this.cursor });
      }
    } finally {
      this.isReading = false;
      this.flush();
    }
  }

  private take(page: readonly Line[]): void {
    // The last page is read again until it is full.
    const fresh = page.filter(({ id }) => id > this.lastId);
    this.lastId = fresh.at(-1)?.id ?? this.lastId;
    this.waiting.push(...fresh);
    this.timer ??= setTimeout(() => this.flush(), drawEveryMs);
  }

  private flush(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const lines = this.waiting;
    this.waiting = [];
    if (lines.length > 0) this.draw(lines);
  }
}

/** The newest lines of a run's log, read on whenever the stream tells of the run. */
export function useLog({ jobId, director }: RunAt): Log {
  const [kept, setKept] = useState<Kept>({ lines: [], isCut: false });
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRead, setRead] = useState(false);
  const reader = useRef<LogReader | null>(null);
  const readOn = useCallback(() => {
    reader.current ??= new LogReader({ jobId, director }, (lines) => setKept((old) => joined(old, lines)));
    reader.current.read().then(
      () => {
        setProblem(null);
        setRead(true);
      },
      (error: unknown) => setProblem(asProblem(error)),
    );
  }, [jobId, director]);
  useRunStream((changed) => {
    if (changed === null || (changed.jobId === jobId && changed.director === director)) readOn();
  });
  useEffect(readOn, [readOn]);
  useEffect(() => whenSignedIn(readOn), [readOn]);
  return { ...kept, isRead, problem, readOn };
}
