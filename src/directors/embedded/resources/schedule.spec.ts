import { describe, expect, test } from '@jest/globals';
import { ScheduleClock } from '../engine/schedule-clock.js';
import { readResources } from './read-resources.js';
import { dueStarts, EmbeddedSchedule } from './schedule.js';

const yaml = `
director: { timezone: Europe/Berlin }
clients: [{ name: local }]
storages: [{ name: Local, folder: /v }]
pools: [{ name: Default }]
filesets: [{ name: Home, include: [/home] }]
schedules:
  - name: Nightly
    starts:
      - { level: Incremental, at: "30 2 * * *" }
      - { level: Full, at: "30 2 * * SUN" }
jobs:
  - { name: A, client: local, fileset: Home, storage: Local, pool: Default, schedule: Nightly }
  - { name: B, client: local, fileset: Home, storage: Local, pool: Default }
`;
const plan = new EmbeddedSchedule(readResources(yaml, 'embedded'));
const at = (text: string): Date => new Date(text);

describe('planned starts', () => {
  test('run in the configured time zone, and the most thorough level wins where two fall together', () => {
    const starts = plan.starts(['A', 'B'], at('2026-05-02T00:00:00Z'), at('2026-05-04T12:00:00Z'), 10);
    expect(starts.map(({ level, at: time }) => [level, time.toISOString()])).toEqual([
      ['Incremental', '2026-05-02T00:30:00.000Z'],
      ['Full', '2026-05-03T00:30:00.000Z'],
      ['Incremental', '2026-05-04T00:30:00.000Z'],
    ]);
    expect(starts[0]).toMatchObject({ job: 'A', schedule: 'Nightly' });
  });

  test('a start in the hour that summer time skips, or repeats, happens once', () => {
    const spring = plan.starts(['A'], at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z'), 10);
    const autumn = plan.starts(['A'], at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z'), 10);
    expect(spring).toHaveLength(1);
    expect(autumn).toHaveLength(1);
  });

  test('the end of the window is not part of it', () => {
    expect(plan.starts(['A'], at('2026-05-02T00:00:00Z'), at('2026-05-02T00:30:00Z'), 10)).toEqual([]);
  });
});

describe('due starts', () => {
  test('each job starts once, however many starts were slept through', () => {
    const due = dueStarts(plan, ['A'], at('2026-05-02T00:00:00Z'), at('2026-05-02T23:00:00Z'));
    expect(due).toHaveLength(1);
  });

  test('after a sleep of days or months the newest start of the last 24 hours runs once, older ones do not', () => {
    for (const asleep of ['2026-04-30T12:00:00Z', '2025-11-02T12:00:00Z']) {
      const clock = new ScheduleClock(at(asleep));
      expect(clock.due(plan, ['A'], at('2026-05-04T06:00:00Z'))).toMatchObject([
        { level: 'Incremental', at: at('2026-05-04T00:30:00Z') },
      ]);
      expect(clock.due(plan, ['A'], at('2026-05-04T06:02:00Z'))).toEqual([]);
    }
  });

  test('a clock that jumps by years starts nothing', () => {
    expect(dueStarts(plan, ['A'], at('2024-05-01T00:00:00Z'), at('2026-05-02T23:00:00Z'))).toEqual([]);
    expect(dueStarts(plan, ['A'], at('1970-01-01T00:00:00Z'), at('2026-05-02T23:00:00Z'))).toEqual([]);
  });

  test('a clock set back a little repeats nothing, one set back far starts over', () => {
    const clock = new ScheduleClock(at('2026-05-02T00:00:00Z'));
    expect(clock.due(plan, ['A'], at('2026-05-02T00:30:01Z'))).toHaveLength(1);
    expect(clock.due(plan, ['A'], at('2026-05-02T00:20:00Z'))).toEqual([]);
    expect(clock.due(plan, ['A'], at('2026-05-02T00:31:00Z'))).toEqual([]);
    expect(clock.due(plan, ['A'], at('2026-05-01T00:00:00Z'))).toEqual([]);
    expect(clock.due(plan, ['A'], at('2026-05-01T00:30:00Z'))).toHaveLength(1);
  });

  test('other schedules start nothing of before they were in force, and repeat nothing after the clock was set back', () => {
    const clock = new ScheduleClock(at('2026-05-02T00:00:00Z'));
    clock.follow(at('2026-05-02T00:30:01Z'));
    expect(clock.due(plan, ['A'], at('2026-05-02T00:30:02Z'))).toEqual([]);
    clock.follow(at('2026-05-02T00:20:00Z'));
    expect(clock.due(plan, ['A'], at('2026-05-02T00:31:00Z'))).toEqual([]);
  });
});
