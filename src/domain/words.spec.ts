import { describe, expect, test } from '@jest/globals';
import { capabilities, capabilitiesOfBuiltInRole } from './principal.js';
import { levelOfLetter, matchLevel, typeOfLetter } from './job.js';
import { sliceOf } from './pagination.js';
import { hasEnded, statusOf } from './run.js';
import { defaultThresholds, silenceStatus, silentForSeconds } from './silence.js';

test('a consolidation of Bareos has its type', () => {
  expect(typeOfLetter('O')).toBe('Consolidate');
});

describe('status of a run', () => {
  test.each([
    ['C', 0, 'queued'],
    ['R', 0, 'running'],
    ['M', 0, 'waiting'],
    ['T', 0, 'completed'],
    ['T', 1, 'warning'],
    ['W', 0, 'warning'],
    ['D', 0, 'warning'],
    ['f', 0, 'error'],
    ['E', 3, 'error'],
    ['I', 0, 'error'],
    ['A', 2, 'canceled'],
  ])('%s with %i errors is %s', (letter, errors, status) => {
    expect(statusOf(letter, errors)).toBe(status);
  });

  test('has ended only with a final word', () => {
    expect(['queued', 'running', 'waiting'].some((word) => hasEnded(word as 'queued'))).toBe(false);
    expect(hasEnded('canceled')).toBe(true);
  });
});

describe('levels and types', () => {
  test("take any letter case and give the Director's own spelling", () => {
    expect(matchLevel('INCREMENTAL', ['Full', 'Incremental'])).toBe('Incremental');
    expect(matchLevel('Sideways', ['Full'])).toBeNull();
  });

  test("are read from Bacula's letters, unknown ones as they are", () => {
    expect([levelOfLetter('F'), levelOfLetter('f'), levelOfLetter(' '), levelOfLetter('x')]).toEqual([
      'Full',
      'VirtualFull',
      'None',
      'x',
    ]);
    expect([typeOfLetter('R'), typeOfLetter('z')]).toEqual(['Restore', 'z']);
  });
});

describe('built-in roles', () => {
  test('readonly reads everything but the audit trail', () => {
    expect(capabilitiesOfBuiltInRole.readonly).toEqual(
      expect.arrayContaining(['jobs:read', 'media:read', 'notifications:read', 'restore:browse', 'tokens:own']),
    );
    expect(capabilitiesOfBuiltInRole.readonly).not.toContain('audit:read');
    expect(capabilitiesOfBuiltInRole.readonly).not.toContain('jobs:run');
  });

  test('operator runs jobs and sets thresholds but manages no users', () => {
    expect(capabilitiesOfBuiltInRole.operator).toEqual(
      expect.arrayContaining(['jobs:run', 'restore:run', 'monitoring:manage']),
    );
    expect(capabilitiesOfBuiltInRole.operator).not.toContain('restore:anywhere');
    expect(capabilitiesOfBuiltInRole.operator).not.toContain('users:manage');
  });

  test('admin may do everything', () => {
    expect(capabilitiesOfBuiltInRole.admin).toEqual(capabilities);
  });
});

describe('silence', () => {
  const hours = (count: number): number => count * 3600;

  test.each([
    [hours(36), 'ok'],
    [hours(36) + 1, 'warn'],
    [hours(72), 'warn'],
    [hours(72) + 1, 'crit'],
  ])('of %i seconds is %s: exactly on a threshold does not exceed it', (age, status) => {
    expect(silenceStatus(age, defaultThresholds)).toBe(status);
  });

  test('counts from the first observation without a success, and is never negative', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    expect(silentForSeconds(null, new Date('2026-11-20T11:00:00Z'), now)).toBe(3600);
    expect(silentForSeconds(new Date('2026-11-20T13:00:00Z'), now, now)).toBe(0);
  });
});

describe('a slice', () => {
  test('ends with a key only where there is more', () => {
    expect(sliceOf([1, 2, 3], 2, (row) => [row])).toEqual({ items: [1, 2], next: [2] });
    expect(sliceOf([1, 2], 2, (row) => [row])).toEqual({ items: [1, 2], next: null });
    expect(sliceOf([], 2, () => [])).toEqual({ items: [], next: null });
  });
});
