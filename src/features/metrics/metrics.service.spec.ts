import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type MetricFamily } from '../../domain/metrics.port.js';
import { createLog } from '../../platform/logging/log.js';
import { MetricSources } from '../../platform/metrics/registry-families.js';
import { exposedTypes } from './exposition.js';
import { MetricsService } from './metrics.service.js';

let sources: MetricSources;
let service: MetricsService;
let scrapes = 0;

const well: MetricFamily = { name: 'backup_well', help: 'Well.', type: 'gauge', samples: [{ labels: {}, value: 1 }] };

beforeEach(() => {
  jest.useFakeTimers();
  scrapes = 0;
  sources = new MetricSources();
  service = new MetricsService(sources, createLog('silent'));
  sources.add({
    name: 'well',
    families: () => {
      scrapes += 1;
      return Promise.resolve([well]);
    },
  });
});

afterEach(() => {
  jest.useRealTimers();
});

/** Moves the fake clock in steps, between which what waits for promises goes on. */
async function advance(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    jest.advanceTimersByTime(100);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
}

test('only a source that fails is left out, and reported as failed', async () => {
  sources.add({ name: 'broken', families: () => Promise.reject(new Error('of a test')) });
  const text = await service.exposed(exposedTypes.text);
  expect(text).toContain('backup_well 1\n');
  expect(text).toContain('backup_collector_success{collector="well"} 1\n');
  expect(text).toContain('backup_collector_success{collector="broken"} 0\n');
});

test('a source that fails before it promises anything fails alone too', async () => {
  sources.add({
    name: 'broken',
    families: () => {
      throw new Error('of a test');
    },
  });
  expect(await service.exposed(exposedTypes.text)).toContain('backup_well 1\n');
});

test('a source that hangs is waited for two seconds, and not called again while it hangs', async () => {
  let calls = 0;
  sources.add({
    name: 'slow',
    families: () => {
      calls += 1;
      return new Promise(() => undefined);
    },
  });
  const first = service.exposed(exposedTypes.text);
  await advance(2_000);
  expect(await first).toContain('backup_collector_success{collector="slow"} 0\n');
  await advance(10_000);
  const second = service.exposed(exposedTypes.text);
  await advance(2_000);
  expect(await second).toContain('backup_well 1\n');
  expect(calls).toBe(1);
});

test('concurrent scrapes and those within five seconds share one collection, in both formats', async () => {
  await Promise.all([service.exposed(exposedTypes.text), service.exposed(exposedTypes.openMetrics)]);
  await advance(4_900);
  await service.exposed(exposedTypes.text);
  expect(scrapes).toBe(1);
  await advance(200);
  await service.exposed(exposedTypes.text);
  expect(scrapes).toBe(2);
});

test('series that a source left out are counted by family', async () => {
  sources.add({ name: 'many', families: () => Promise.resolve([{ ...well, name: 'backup_many', leftOut: 12 }]) });
  const text = await service.exposed(exposedTypes.text);
  expect(text).toContain('backup_series_omitted{family="backup_many"} 12\n');
  expect(text).not.toContain('family="backup_well"');
});

test('two sources cannot have one name', () => {
  expect(() => sources.add({ name: 'well', families: () => Promise.resolve([]) })).toThrow('named well already exists');
});
