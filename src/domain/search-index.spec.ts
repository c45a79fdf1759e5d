import { expect, test } from '@jest/globals';
import { searchIndexFinding, type SearchIndexStatus } from './search-index.js';

const whole: SearchIndexStatus = {
  runs: 1_200,
  waiting: 0,
  entries: 5,
  readAt: null,
  failure: null,
  stalledSeconds: 0,
};

test('reports how many runs are in the index', () => {
  const { status, message, hint } = searchIndexFinding({ ...whole, waiting: 788 });
  expect({ status, message, hint }).toEqual({
    status: 'ok',
    message: '412 of 1,200 runs are in the search index.',
    hint: null,
  });
  expect(searchIndexFinding({ ...whole, runs: 1 }).message).toBe('1 of 1 run is in the search index.');
  expect(searchIndexFinding({ ...whole, runs: 1_234_567 }).message).toBe(
    '1,234,567 of 1,234,567 runs are in the search index.',
  );
});

test('warns only if runs wait and none was added for a quarter of an hour, and says why', () => {
  expect(searchIndexFinding({ ...whole, waiting: 3, stalledSeconds: 900 }).status).toBe('ok');
  const stalled = { ...whole, waiting: 3, stalledSeconds: 1_000, failure: 'Run 7: it is large.' };
  expect(searchIndexFinding(stalled)).toMatchObject({
    id: 'search.index',
    component: 'catalog',
    status: 'warn',
    value: 3,
    unit: 'runs',
    hint: 'Run 7: it is large.',
    code: 'search.stalled',
    params: { held: 1_197, runs: 1_200, stalledSeconds: 1_000 },
    message: '1,197 of 1,200 runs are in the search index, and none was indexed for 16 minutes.',
  });
});
