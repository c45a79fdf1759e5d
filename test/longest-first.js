import TestSequencer from '@jest/test-sequencer';

/**
 * Suites that take longest, in seconds on two idle cores. A fresh checkout has no times of its own, and Jest would go by the size of
 * the files: suites of a few lines that wait for a real Director would begin last, and be waited for alone.
 */
export const secondsOf = {
  'console/every-state.page-spec.js': 150,
  'console/watch.page-spec.js': 85,
  'adapters/bacula-media.long-spec.js': 75,
  'conformance/bacula-9.int-spec.js': 67,
  'console/overview.page-spec.js': 65,
  'api/bacula-orders.long-spec.js': 63,
  'console/runs.page-spec.js': 60,
  'conformance/health.long-spec.js': 59,
  'conformance/bacula-15.int-spec.js': 55,
  'console/storage.page-spec.js': 55,
  'console/people.browser-spec.js': 55,
  'adapters/bacula-estimate.long-spec.js': 52,
  'crash/disk.long-spec.js': 50,
  'size/name-feed.long-spec.js': 50,
  'console/palette.page-spec.js': 50,
  'console/stored-scripts.page-spec.js': 50,
  'size/size.long-spec.js': 48,
  'crash/kill.long-spec.js': 45,
  'console/restore-address.page-spec.js': 45,
  'console/calendar.page-spec.js': 45,
  'console/statistics.page-spec.js': 45,
  'console/clients.page-spec.js': 45,
  'console/german.page-spec.js': 45,
  'lab/lab-record.long-spec.js': 41,
  'replicas/replicas.long-spec.js': 40,
  'crash/notifications.long-spec.js': 40,
  'console/notifications.browser-spec.js': 40,
  'lab/lab.long-spec.js': 35,
  'crash/name-feed.long-spec.js': 35,
  'crash/breakage.int-spec.js': 35,
  'api/auth-matrix.api-spec.js': 35,
  'start/start.int-spec.js': 30,
  'crash/orders.int-spec.js': 30,
  'console/console.browser-spec.js': 30,
  'start/notification-secrets.int-spec.js': 28,
  'api/hostile-input.api-spec.js': 25,
  'bad-input/bad-input.api-spec.js': 26,
  'integration/run-record.int-spec.js': 25,
  'api/job-names.api-spec.js': 25,
  'adapters/catalog-scale.long-spec.js': 25,
  'conformance/routes.long-spec.js': 20,
  'adapters/embedded-breakage.int-spec.js': 20,
};

/** Files of many small suites (test/join-suites.js). */
const joinedSeconds = 20;

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const order = super.sort(tests);
    const seconds = ({ path }) => {
      if (path.includes('/dist-test/joined/')) return joinedSeconds;
      return Object.entries(secondsOf).find(([suite]) => path.endsWith(`/dist-test/test/${suite}`))?.[1] ?? 0;
    };
    return [...order].sort((a, b) => seconds(b) - seconds(a));
  }
}
