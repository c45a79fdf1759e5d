import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { eventTypes, severities } from '../../src/domain/event.js';
import { toldEnds } from '../../src/domain/run-news.js';
import { eventRecordOf } from '../../src/events/event-record.dto.js';
import { runEndEvent } from '../../src/runs/record/run-end-event.js';
import { linksOfRun } from '../../src/runs/run-links.js';
import { makeRun } from '../harness/builders/domain-records.js';

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([a-z_.]+)`\s*\| `(\w+)`\s*\|/gm)].map(([, type, severity]) => ({
  type,
  severity,
}));
const example = JSON.parse(/```json\n([^`]*)```/.exec(page)?.[1] ?? '') as Record<string, object>;
const now = new Date('2026-11-21T00:00:00Z');

function endOf(status: (typeof toldEnds)[number]) {
  const run = { ...makeRun(), status };
  const links = linksOfRun(run.director, run.jobId);
  return runEndEvent({ run, record: { links } as never, isLost: false, lines: [] }, 'https://b.example', now);
}

test('docs/events.md lists exactly the types of the program, and severities that there are', () => {
  expect(rows.map(({ type }) => type).sort()).toEqual([...eventTypes].sort());
  expect(severities).toEqual(expect.arrayContaining(rows.map(({ severity }) => severity)));
});

test('docs/events.md gives ends of runs the severities of the program', () => {
  const ends = toldEnds.map(endOf).map(({ type, severity }) => ({ type, severity }));
  expect(rows.filter(({ type }) => type?.startsWith('job.completed.'))).toEqual(ends);
});

test('the example of docs/events.md has the members of an event', () => {
  expect(Object.keys(eventRecordOf(example as never))).toEqual(Object.keys(example));
  expect(Object.keys(example['links'] ?? {})).toEqual(Object.keys(endOf('error').links));
});
