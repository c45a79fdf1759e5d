import { describe, expect, test } from '@jest/globals';
import { type MetricFamily } from '../../domain/metrics.port.js';
import { expose, exposedTypeFor, exposedTypes } from './exposition.js';

const ofPrometheus =
  'application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1';

test.each<[string | undefined, keyof typeof exposedTypes]>([
  [ofPrometheus, 'openMetrics'],
  ['application/openmetrics-text', 'openMetrics'],
  ['Application/OpenMetrics-Text; Version=1.0.0 ; q=0.9, text/plain;q=0.9', 'openMetrics'],
  ['application/openmetrics-text; version=0.0.1', 'text'],
  ['application/openmetrics-text;version=1.0.0;q=0.2,text/plain;q=0.5', 'text'],
  ['application/openmetrics-text;q=0', 'text'],
  ['application/openmetrics-text;q=many', 'text'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'text'],
  ['*/*', 'text'],
  [',;=', 'text'],
  ['', 'text'],
  [undefined, 'text'],
])('to %s the answer is in the format %s', (accept, format) => {
  expect(exposedTypeFor(accept)).toBe(exposedTypes[format]);
});

const families: MetricFamily[] = [
  {
    name: 'backup_runs_total',
    help: 'Runs that ended.',
    type: 'counter',
    samples: [{ labels: { director: 'one', status: 'error' }, value: 3 }],
  },
  {
    name: 'backup_took_seconds',
    help: 'How long.',
    type: 'histogram',
    samples: [
      { labels: { le: '60' }, value: 1, part: 'bucket' },
      { labels: { le: '+Inf' }, value: 2, part: 'bucket' },
      { labels: {}, value: 99.5, part: 'sum' },
      { labels: {}, value: 2, part: 'count' },
    ],
  },
];

describe('the same families', () => {
  test('are written as text', async () => {
    expect(await expose(families, exposedTypes.text)).toBe(
      `# HELP backup_runs_total Runs that ended.
# TYPE backup_runs_total counter
backup_runs_total{director="one",status="error"} 3
# HELP backup_took_seconds How long.
# TYPE backup_took_seconds histogram
backup_took_seconds_bucket{le="60"} 1
backup_took_seconds_bucket{le="+Inf"} 2
backup_took_seconds_sum 99.5
backup_took_seconds_count 2
`,
    );
  });

  test('are written as OpenMetrics', async () => {
    const text = await expose(families, exposedTypes.openMetrics);
    expect(text).toContain('# TYPE backup_runs counter\nbackup_runs_total{director="one",status="error"} 3\n');
    expect(text).toContain('# TYPE backup_took_seconds histogram\nbackup_took_seconds_bucket{le="60"} 1\n');
    expect(text.endsWith('backup_took_seconds_count 2\n# EOF\n')).toBe(true);
  });

  test('are written again unchanged after the other format', async () => {
    const before = await expose(families, exposedTypes.text);
    await expose(families, exposedTypes.openMetrics);
    expect(await expose(families, exposedTypes.text)).toBe(before);
  });
});

test.each(Object.values(exposedTypes))(
  'a family of many series is written whole, under one head, in %s',
  async (type) => {
    const samples = Array.from({ length: 4_001 }, (_, index) => ({ labels: { client: `c${index}` }, value: index }));
    const lines = (await expose([{ name: 'backup_many', help: 'Many.', type: 'gauge', samples }], type)).split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '# HELP backup_many Many.',
      '# TYPE backup_many gauge',
      'backup_many{client="c0"} 0',
    ]);
    expect(lines.filter((line) => line.startsWith('backup_many{'))).toHaveLength(4_001);
    expect(lines.filter((line) => line.startsWith('# ') && line !== '# EOF')).toHaveLength(2);
  },
);

test.each(Object.values(exposedTypes))(
  'a name with quotes, backslashes and line ends stays one value in %s',
  async (type) => {
    const job = `a "b" \\ c\nd ${'long '.repeat(200)}é`;
    const family = { name: 'backup_x', help: 'X.', type: 'gauge', samples: [{ labels: { job }, value: 1 }] } as const;
    const line = (await expose([family], type)).split('\n').find((one) => one.startsWith('backup_x{'));
    const label = /^backup_x\{job="(.*)"\} 1$/.exec(line ?? '')?.[1];
    const read = label?.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
    expect(read).toBe(job);
  },
);
