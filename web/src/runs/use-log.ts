import { useCallback, useEffect, useRef, useState } from 'react';
import { ask, asProblem, type Problem, type Schemas } from '../api/ask';
import { whenSignedIn } from '../api/session';
import { useRunStream } from '../api/stream';

export type Line = Schemas['LogLineRecord'];

const keptLines = 5000;

function joined(old: readonly Line[], page: readonly Line[]): readonly Line[] {
  const last = old.at(-1)?.id ?? -1;
  const fresh = page.filter(({ id }) => id > last);
  return fresh.length === 0 ? old : [...old, ...fresh].slice(-keptLines);
}

/** Reads a log on from where it stood: the last page is asked again until it is full. */
class LogReader {
  private cursor: string | undefined = undefined;
  private isReading = false;
  private isWanted = false;

  constructor(
    private readonly jobId: number,
    private readonly take: (page: readonly Line[]) => void,
  ) {}

  /** What is asked for while it reads is read after that: the line that was told of may have missed the page on its way. */
  async read(): Promise<void> {
    this.isWanted = true;
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (this.isWanted) {
        this.isWanted = false;
        await this.readOn();
      }
    } finally {
      this.isReading = false;
    }
  }

  private async readOn(): Promise<void> {
    for (;;) {
      const query = { limit: 500, ...(this.cursor === undefined ? {} : { cursor: this.cursor }) };
      const params = { path: { jobId: this.jobId }, query };
      const page = await ask((api) => api.GET('/api/v1/operations/runs/{jobId}/log', { params }));
      this.take(page.items);
      if (page.nextCursor === null) return;
      this.cursor = page.nextCursor;
    }
  }
}

/** The newest lines of a run's log, read on whenever the stream tells of the run. */
export function useLog(jobId: number): { lines: readonly Line[]; problem: Problem | null; readOn: () => void } {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const reader = useRef<LogReader | null>(null);
  const readOn = useCallback(() => {
    reader.current ??= new LogReader(jobId, (page) => setLines((old) => joined(old, page)));
    reader.current.read().then(
      () => setProblem(null),
      (error: unknown) => setProblem(asProblem(error)),
    );
  }, [jobId]);
  useRunStream((changed) => {
    if (changed === null || changed.jobId === jobId) readOn();
  });
  useEffect(readOn, [readOn]);
  useEffect(() => whenSignedIn(readOn), [readOn]);
  return { lines, problem, readOn };
}
