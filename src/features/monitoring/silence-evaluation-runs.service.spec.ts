import { beforeEach, describe, expect, test } from '@jest/globals';
import { EvaluationHistory, missedEvaluationMs } from './silence-evaluation-runs.service.js';

const thresholds = { warnSeconds: 36, critSeconds: 72 };
const listed = new Map([
  ['desk', true],
  ['laptop', false],
]);
const found = { listed, thresholds };
const minuteMs = 60_000;

let looks: EvaluationHistory;

beforeEach(() => {
  looks = new EvaluationHistory();
  looks.note('one', found, true, 0);
});

describe('a full evaluation of all clients', () => {
  test('is due at the first evaluation of a Director', () => {
    expect(looks.isWholeDue('two', found, minuteMs)).toBe(true);
  });

  test('is not due while nothing differs', () => {
    expect(looks.isWholeDue('one', { listed: new Map(listed), thresholds: { ...thresholds } }, minuteMs)).toBe(false);
  });

  test.each([
    ['a client is new', [...listed, ['new', true]]],
    ['a client is gone', [['desk', true]]],
    ['a client is another', [['desk', true], ['tower', false]]],
    ['a client is used again', [['desk', true], ['laptop', true]]],
  ] as [string, [string, boolean][]][])('is due when %s', (_, now) => {
    expect(looks.isWholeDue('one', { listed: new Map(now), thresholds }, minuteMs)).toBe(true);
  }); // prettier-ignore

  test('is due when the thresholds of all were changed', () => {
    expect(looks.isWholeDue('one', { listed, thresholds: { ...thresholds, warnSeconds: 37 } }, minuteMs)).toBe(true);
  });

  test('is due when evaluations were missed', () => {
    expect(looks.isWholeDue('one', found, missedEvaluationMs + 1)).toBe(true);
  });

  test('is not due while the Director does not list its clients, nor when the list is unchanged', () => {
    const away = { listed: null, thresholds };
    expect(looks.isWholeDue('one', away, minuteMs)).toBe(false);
    looks.note('one', away, false, minuteMs);
    expect(looks.isWholeDue('one', found, 2 * minuteMs)).toBe(false);
  });

  test('is due when a Director lists its clients for the first time', () => {
    looks.note('two', { listed: null, thresholds }, true, 0);
    expect(looks.isWholeDue('two', found, minuteMs)).toBe(true);
  });

  test('is due once an hour', () => {
    for (let minute = 1; minute < 60; minute += 1) {
      expect(looks.isWholeDue('one', found, minute * minuteMs)).toBe(false);
      looks.note('one', found, false, minute * minuteMs);
    }
    expect(looks.isWholeDue('one', found, 60 * minuteMs)).toBe(true);
  });

  test('is due once when it is requested, also during an evaluation', () => {
    looks.wantWhole('one');
    looks.note('one', found, false, minuteMs);
    expect(looks.isWholeDue('one', found, 2 * minuteMs)).toBe(true);
    expect(looks.isWholeDue('one', found, 2 * minuteMs)).toBe(false);
  });
});
