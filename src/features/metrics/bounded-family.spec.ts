import { expect, test } from '@jest/globals';
import { boundFamily } from './metrics.service.js';
import { type MetricSample } from '../../domain/metrics.port.js';

const gauge = { name: 'backup_things', help: 'Things.', type: 'gauge' } as const;
const one = (client: string): MetricSample => ({ labels: { client }, value: 1 });
const series = (job: string): MetricSample[] => [
  { labels: { job, le: '60' }, value: 1, part: 'bucket' },
  { labels: { job, le: '+Inf' }, value: 2, part: 'bucket' },
  { labels: { job }, value: 90, part: 'sum' },
  { labels: { job }, value: 2, part: 'count' },
];

test('a family of as many series as allowed is written whole', () => {
  const family = { ...gauge, samples: [one('a'), one('b')] };
  expect(boundFamily(family, 2)).toEqual({ family, leftOut: 0 });
});

test('series beyond the limit are left out from the end and counted, plus those that the source left out', () => {
  const family = { ...gauge, samples: [one('a'), one('b'), one('c')], leftOut: 40 };
  const bounded = boundFamily(family, 2);
  expect(bounded.family.samples).toEqual([one('a'), one('b')]);
  expect(bounded.leftOut).toBe(41);
});

test('a histogram loses whole series, never a part of one', () => {
  const histogram = { ...gauge, type: 'histogram', samples: [...series('a'), ...series('b'), ...series('c')] } as const;
  const bounded = boundFamily(histogram, 2);
  expect(bounded.family.samples).toEqual([...series('a'), ...series('b')]);
  expect(bounded.leftOut).toBe(1);
});
