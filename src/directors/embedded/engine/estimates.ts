import { RawPath } from '../../../domain/catalog-entry.js';
import { type FilesetEstimate } from '../../../domain/configuration-reader.port.js';
import { type Estimate, type EstimateOrder } from '../../../domain/director.port.js';
import { AppError } from '../../../domain/error-codes.js';
import { EstimateQueue } from '../../estimate-queue.js';
import { type FilesetResource } from '../resources/resources.js';
import { type BackupOrders } from './backup-requests.js';
import { RunningTask, type TaskEnd } from './running-task.js';

const mostWarnings = 20;

/** Counts what runs would take, in processes of their own beside the runs. */
export class Estimates {
  private readonly turns: EstimateQueue;
  private readonly running = new Set<RunningTask>();
  private isStopping = false;

  constructor(
    director: string,
    private readonly catalogUrl: string,
    private readonly orders: () => BackupOrders,
    limitMs?: number,
  ) {
    this.turns = new EstimateQueue(director, limitMs);
  }

  estimate(order: EstimateOrder, signal?: AbortSignal): Promise<Estimate> {
    return this.turns.take(order.job, signal, async ({ leftMs, over }) => {
      const { level, ...plan } = await this.orders().plan(order);
      const limitMs = leftMs();
      const task = { ...plan, catalogUrl: this.catalogUrl, limitMs };
      const running = new RunningTask({ kind: 'estimate', task }, { onLog: () => undefined });
      const end = await this.run(running, over);
      if (end.kind === 'ended' && end.outcome.status === 'T') {
        return { files: end.outcome.files, bytes: end.outcome.bytes, level };
      }
      throw this.errorOf(order.job, end, limitMs);
    });
  }

  /** A fileset that is not configured. What was counted until the deadline is an answer, too. */
  estimateFileset(fileset: FilesetResource, signal?: AbortSignal): Promise<FilesetEstimate> {
    const subject = 'the fileset';
    return this.turns.take(subject, signal, async ({ over }) => {
      const task = await this.orders().sourceOf(fileset);
      const warnings = new FirstWarnings();
      const onLog = (text: string, isWarning: boolean): void => warnings.add(text, isWarning);
      const end = await this.run(new RunningTask({ kind: 'preview', task }, { onLog }), over);
      const outcome = end.kind === 'ended' && !this.isStopping ? end.outcome : null;
      if (!outcome?.preview) throw this.errorOfFileset(end);
      const { includes, largest } = outcome.preview;
      return {
        files: outcome.files,
        bytes: outcome.bytes,
        isComplete: outcome.status === 'T',
        includes,
        largest: largest.map(({ path, bytes }) => ({ path: RawPath.ofBytes(Buffer.from(path, 'latin1')), bytes })),
        warnings: warnings.texts,
        warningCount: warnings.count,
      };
    });
  }

  /** Ends those that are under way. */
  stop(): void {
    this.isStopping = true;
    for (const task of this.running) task.stop();
  }

  private async run(task: RunningTask, over: AbortSignal): Promise<TaskEnd> {
    const stop = () => task.stop();
    this.running.add(task);
    over.addEventListener('abort', stop, { once: true });
    if (over.aborted || this.isStopping) stop();
    try {
      return await task.ended;
    } finally {
      over.removeEventListener('abort', stop);
      this.running.delete(task);
    }
  }

  private errorOfFileset(end: TaskEnd): AppError {
    if (this.isStopping) return stopping();
    if (end.kind === 'failed') return new AppError('director_error', `Could not estimate the fileset: ${end.reason}`);
    const why =
      end.kind === 'abandoned' ? 'a disk does not respond' : 'a disk is slow, or very many files are excluded';
    return new AppError('director_too_slow', `The estimate of the fileset did not end in time: ${why}.`);
  }

  private errorOf(job: string, end: TaskEnd, limitMs: number): AppError {
    if (this.isStopping) return stopping();
    if (end.kind === 'failed') return new AppError('director_error', `Could not estimate ${job}: ${end.reason}`);
    const seconds = Math.round(limitMs / 1000);
    const detail = `The estimate of ${job} did not finish within ${seconds} s: the fileset is very large. Nothing was changed.`;
    return new AppError('director_too_slow', detail, { reason: 'estimate_too_slow', params: { job, seconds } });
  }
}

function stopping(): AppError {
  return new AppError('shutting_down', 'The console is stopping. Try again later.');
}

class FirstWarnings {
  readonly texts: string[] = [];
  count = 0;

  add(text: string, isWarning: boolean): void {
    if (!isWarning) return;
    this.count += 1;
    if (this.texts.length < mostWarnings) this.texts.push(text);
  }
}
