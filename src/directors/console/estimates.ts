import { type EstimateOrder } from '../../domain/director.port.js';
import { AppError } from '../../domain/error-codes.js';
import { commandOf } from '../protocol/quote-argument.js';
import { shortened } from './director-console.js';

/** Thousands are separated by commas. */
const figures = /2000 OK estimate files=([\d,]+) bytes=([\d,]+)/;

export function estimateCommand({ job, level, client, fileset }: EstimateOrder): string {
  return commandOf('estimate', [
    ['job', job],
    ['level', level],
    ['client', client],
    ['fileset', fileset],
  ]);
}

/** null where the words are no estimate. */
export function figuresIn(words: string): { readonly files: number; readonly bytes: number } | null {
  const [, files, bytes] = figures.exec(words) ?? [];
  const [fileCount, byteCount] = [files, bytes].map((text) => Number(text?.replaceAll(',', '') ?? Number.NaN));
  if (fileCount === undefined || byteCount === undefined) return null;
  return Number.isSafeInteger(fileCount) && Number.isSafeInteger(byteCount)
    ? { files: fileCount, bytes: byteCount }
    : null;
}

/** For `catch`. The wire warns that the outcome of a command is unknown; an estimate has none. */
export function asLateEstimate(director: string, job: string, limitMs: number): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'director_too_slow') throw error;
    const seconds = Math.round(limitMs / 1000);
    const detail = `Director ${director} returned no estimate for ${job} within ${seconds} s: the client does not answer, or the fileset is very large. Nothing was changed.`;
    const params = { job, seconds };
    throw new AppError('director_too_slow', detail, { reason: 'estimate_too_slow', params, cause: error });
  };
}

/** Version 15 of Bacula may return an unrelated message for a client that is down, so the next step is added. */
export function noEstimate(director: string, job: string, answer: string): AppError {
  const words = shortened(answer.replaceAll(/\s+/g, ' ').trim()) || 'nothing.';
  const detail = `Director ${director} returned no estimate for ${job}. It answered: ${words} Check that the client is running and reachable from the Director.`;
  return new AppError('director_error', detail);
}
