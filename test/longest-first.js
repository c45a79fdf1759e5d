import TestSequencer from '@jest/test-sequencer';

/**
 * Suites that take longest, in seconds on two idle cores. A fresh checkout has no times of its own, and Jest would go by the size of
 * the files: suites of a few lines that wait for a real Director would begin last, and be waited for alone.
 */
const secondsOf = {
  'console/every-state.browser-spec.js': 70,
  'conformance/bacula-9.int-spec.js': 67,
  'api/bacula-orders.long-spec.js': 63,
  'conformance/health.long-spec.js': 59,
  'conformance/bacula-15.int-spec.js': 55,
  'adapters/bacula-estimate.long-spec.js': 52,
  'size/size.long-spec.js': 48,
  'lab/lab-record.long-spec.js': 41,
  'replicas/replicas.long-spec.js': 40,
  'crash/notifications.long-spec.js': 40,
  'lab/lab.long-spec.js': 35,
  'start/start.int-spec.js': 30,
  'crash/kill.int-spec.js': 30,
  'crash/disk.long-spec.js': 30,
  'crash/name-feed.long-spec.js': 35,
  'crash/orders.int-spec.js': 25,
  'crash/breakage.int-spec.js': 25,
  'adapters/bacula-media.long-spec.js': 25,
  'api/hostile-input.api-spec.js': 25,
  'conformance/routes.long-spec.js': 20,
  'adapters/embedded-breakage.int-spec.js': 20,
};

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const order = super.sort(tests);
    const seconds = ({ path }) =>
      Object.entries(secondsOf).find(([suite]) => path.endsWith(`/dist-test/test/${suite}`))?.[1] ?? 0;
    return [...order].sort((a, b) => seconds(b) - seconds(a));
  }
}
