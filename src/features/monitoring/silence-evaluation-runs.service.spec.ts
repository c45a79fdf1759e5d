import { beforeEach, describe, expect, test } from '@jest/globals';
import { EvaluationHistory, missedEvaluationMs } from './silence-evaluation-runs.service.js';

const thresholds = { warnSeconds: 36, critSeconds: 72 };
const listed = new Map([
  ['desk', true],
  ['laptop', false],
]);
const found = { listed, thresholds };
const minuteMs = 60_000;

let history: EvaluationHistory;

beforeEach(() => {
  history = new EvaluationHistory();
  history.note('one', found, true, 0);
});

describe('a full evaluation of all clients', () => {
  test('is due at the first evaluation of a Director', () => {
    expect(history.isWholeDue('two', found, minuteMs)).toBe(true);
  });

  test('is not due while nothing differs', () => {
    expect(history.isWholeDue('one', { listed: new Map(listed), thresholds: { ...thresholds } }, minuteMs)).toBe(false);
  });

  test.each([
    ['a client is new', [...listed, ['new', true]]],
    ['a client is gone', [['desk', true]]],
    ['a client is another', [['desk', true], ['tower', false]]],
    ['a client is used again', [['desk', true], ['laptop', true]]],
  ] as [string, [string, boolean][]][])('is due when %s', (_, now) => {
    expect(history.isWholeDue('one', { listed: new Map(now), thresholds }, minuteMs)).toBe(true);
  }); // prettier-ignore

  test('is due when the thresholds of all were changed', () => {
    expect(history.isWholeDue('one', { listed, thresholds: { ...thresholds, warnSeconds: 37 } }, minuteMs)).toBe(true);
  });

  test('is due when evaluations were missed', () => {
    expect(history.isWholeDue('one', found, missedEvaluationMs + 1)).toBe(true);
  });

  test('is not due while the Director does not list its clients, nor when the list is unchanged', () => {
    const away = { listed: null, thresholds };
    expect(history.isWholeDue('one', away, minuteMs)).toBe(false);
    history.note('one', away, false, minuteMs);
    expect(history.isWholeDue('one', found, 2 * minuteMs)).toBe(false);
  });

  test('is due when a Director lists its clients for the first time', () => {
    history.note('two', { listed: null, thresholds }, true, 0);
    expect(history.isWholeDue('two', found, minuteMs)).toBe(true);
  });

  test('is due once an hour', () => {
    for (let minute = 1; minute < 60; minute += 1) {
      expect(history.isWholeDue('one', found, minute * minuteMs)).toBe(false);
      history.note('one', found, false, minute * minuteMs);
    }
    expect(history.isWholeDue('one', found, 60 * minuteMs)).toBe(true);
  });

  test('is due once when it is requested, also during an evaluation', () => {
    history.wantWhole('one');
    history.note('one', found, false, minuteMs);
    expect(history.isWholeDue('one', found, 2 * minuteMs)).toBe(true);
    expect(history.isWholeDue('one', found, 2 * minuteMs)).toBe(false);
  });
});
