import { type LogLine } from './run.js';

/** The report with which a Director closes the log of a run; a few lines on what it does afterwards may follow. */
export function isClosingReport({ text }: LogLine): boolean {
  return /^\s*Termination:/m.test(text);
}
