import { expect, test } from '@jest/globals';
import { type PlannedRun } from '../../domain/job.js';
import { everyHour } from './schedule-plan.js';
import { shownJobs } from './parse/show-output.js';

const first = { job: 'A', level: 'Incremental', at: new Date('2026-11-27T23:15:00Z') } as PlannedRun;

/** Hours and minute of the job's lines as `show jobs` writes them; the first start of the day is at 00:15 in Berlin. */
function startsOf(...lines: readonly (readonly [level: string, hours: string, minute: number])[]): string[] {
  const text = lines.map(
    ([level, hours, minute]) => `  --> Run Level=${level}\n      hour=${hours} \n      mins=${minute}\n`,
  );
  const { runLines } = shownJobs(`Job: name=A JobType=66 level=Incremental\n${text.join('')}`).get('A')!;
  return everyHour(first, runLines, 'Europe/Berlin').map(({ at }) => at.toISOString().slice(11, 16));
}

test('a Run line starts its job at each of its hours, in the Director’s time', () => {
  expect(startsOf(['Incremental', '0 1 13', 15])).toEqual(['23:15', '00:15', '12:15']);
});

test('of several lines at one time it is the one of the start’s level', () => {
  expect(startsOf(['Full', '0', 15], ['Incremental', '0 2', 15])).toEqual(['23:15', '01:15']);
});

test('a line that names no level counts for its job’s level, and one of another minute not at all', () => {
  expect(startsOf(['', '0 2', 15])).toEqual(['23:15', '01:15']);
  expect(startsOf(['Incremental', '0 2', 45])).toEqual(['23:15']);
});
