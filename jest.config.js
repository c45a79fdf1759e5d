import { existsSync, readFileSync } from 'node:fs';

/**
 * Tests run on the JavaScript that `nest build` made of them, so that they exercise the same code as production,
 * the Swagger plugin's metadata included. `npm run build:test` makes dist-test/.
 */
const project = (displayName, testMatch, extra = {}) => ({
  displayName,
  testMatch,
  testEnvironment: 'node',
  transform: {},
  setupFiles: ['reflect-metadata'],
  ...extra,
});
const withDatabase = {
  globalSetup: '<rootDir>/dist-test/test/support/global-setup.js',
  globalTeardown: '<rootDir>/dist-test/test/support/global-teardown.js',
};

// `npm test` joins small suites into few files (test/join-suites.js); all else runs each from its own.
const alone = process.env.JOINED_SUITES
  ? JSON.parse(readFileSync(new URL('dist-test/joined/alone.json', import.meta.url), 'utf8'))
  : null;
const suites = (kind, pattern) =>
  alone === null
    ? [`<rootDir>/dist-test/${pattern}`]
    : [`<rootDir>/dist-test/joined/${kind}-*.js`, ...alone[kind].map((suite) => `<rootDir>/dist-test/${suite}`)];

// The browser tests drive a real Chromium. A machine without one still runs all others; where changes land it must be there.
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));
if (chromium === undefined) {
  const lack = 'No Chromium at /usr/bin/chromium (Debian: apt-get install chromium)';
  if (process.env.CI) throw new Error(`${lack}: with CI set the browser tests must run.`);
  console.warn(`${lack}: THE BROWSER TESTS (test/console) ARE SKIPPED.`);
}
const browser = { ...withDatabase, globals: { chromiumPath: chromium } };

export default {
  // Limits end what hangs: they say nothing of speed, and a busy machine takes several times as long.
  testTimeout: 300_000,
  // One more than the two cores of the smallest machine: suites with real Directors mostly wait for them.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/longest-first.js',
  projects: [
    project('unit', suites('unit', 'src/**/*.spec.js')),
    project('integration', suites('integration', 'test/**/*.int-spec.js'), withDatabase),
    project('api', suites('api', 'test/**/*.api-spec.js'), withDatabase),
    project('contract', suites('contract', 'test/**/*.contract-spec.js'), withDatabase),
    // Suites that take long, most of them with real Directors: `npm run test:long`, a step of .ci/run of its own.
    ...(process.env.LONG_TESTS ? [project('long', ['<rootDir>/dist-test/test/**/*.long-spec.js'], withDatabase)] : []),
    // One Director that a settings file tells of, asked by `npm run test:conformance`.
    ...(process.env.CONFORMANCE_DIRECTOR
      ? [project('conformance', ['<rootDir>/dist-test/test/conformance/*.conformance-spec.js'])]
      : []),
    // A real Prometheus watches for a minute: `npm run test:prometheus`.
    ...(process.env.PROMETHEUS
      ? [project('prometheus', ['<rootDir>/dist-test/test/prometheus/*.prometheus-spec.js'], withDatabase)]
      : []),
    ...(chromium ? [project('browser', ['<rootDir>/dist-test/test/console/*.browser-spec.js'], browser)] : []),
    // Every page in all its states: minutes, so a step of .ci/run of its own, `npm run test:pages`.
    ...(chromium && process.env.PAGE_TESTS
      ? [project('pages', ['<rootDir>/dist-test/test/console/*.page-spec.js'], browser)]
      : []),
    // A million runs and a chain of ten million files before the browser: `npm run test:console:large`.
    ...(chromium && process.env.LARGE_CONSOLE
      ? [
          project('large-console', ['<rootDir>/dist-test/test/console/large/*.large-spec.js'], {
            globals: { chromiumPath: chromium },
          }),
        ]
      : []),
  ],
};
