import { type Estimate, type EstimateOrder } from '../../../domain/director.port.js';
import { AppError } from '../../../domain/error-codes.js';
import { EstimateQueue } from '../../estimate-queue.js';
import { type BackupOrders } from './backup-requests.js';
import { RunningTask, type TaskEnd } from './running-task.js';

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

  private errorOf(job: string, end: TaskEnd, limitMs: number): AppError {
    if (this.isStopping) return new AppError('shutting_down', 'The console is stopping. Try again later.');
    if (end.kind === 'failed') return new AppError('director_error', `Could not estimate ${job}: ${end.reason}`);
    const seconds = Math.round(limitMs / 1000);
    const detail = `The estimate of ${job} did not finish within ${seconds} s: the fileset is very large. Nothing was changed.`;
    return new AppError('director_too_slow', detail, { reason: 'estimate_too_slow', params: { job, seconds } });
  }
}
