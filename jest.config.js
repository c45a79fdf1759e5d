import { existsSync } from 'node:fs';

/** The tests run on what test/build.js made of them and of the compiled console. One project for each kind; CONTRIBUTING.md has the commands. */
const project = (displayName, ...testMatch) => ({
  displayName,
  // Jest would look through all packages too, those of `npm run clients:install` among them.
  roots: ['<rootDir>/dist-test'],
  testMatch: testMatch.map((pattern) => `<rootDir>/dist-test/${pattern}`),
  // Suites run in plain Node.js: a worker loads the console once, not once for each suite (docs/decisions/0034).
  runner: '<rootDir>/test/harness/runner.js',
  setupFiles: ['reflect-metadata', '<rootDir>/test/harness/watch-dog.js', '<rootDir>/test/harness/property-seed.js'],
});
const withDatabase = (settings) => ({
  ...settings,
  globalSetup: '<rootDir>/dist-test/test/harness/fixtures/global-setup.js',
  globalTeardown: '<rootDir>/dist-test/test/harness/fixtures/global-teardown.js',
});

// Debian's shell without windows is the same engine at two thirds of the CPU time. A machine without Chromium still runs all other tests;
// with CI set it must be there.
const chromium = ['chromium-headless-shell', 'chromium', 'chromium-browser']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));
if (chromium === undefined) {
  const missing = 'No Chromium in /usr/bin (Debian: apt-get install chromium-headless-shell)';
  if (process.env.CI) throw new Error(`${missing}: with CI set the browser tests must run.`);
  console.warn(`${missing}: THE BROWSER TESTS ARE SKIPPED.`);
}
process.env.CHROMIUM_PATH = chromium;
const inBrowser = (settings) => (chromium === undefined ? [] : [settings]);

// FULL=1 (`npm run test:all`) adds what takes long and seldom fails alone: the oldest Bacula, every state of every page in
// both color schemes, every text in both languages, each page by the keyboard alone (two of these suites run always), …
const isFull = process.env.FULL === '1';

export default {
  // One more than the two cores of the smallest machine: suites with real Directors mostly wait for them.
  maxWorkers: 3,
  projects: [
    project('unit', 'src/**/*.spec.js'),
    withDatabase(project('integration', 'test/**/*.int-spec.js')),
    withDatabase(project('api', 'test/**/*.api-spec.js')),
    // Thousands of wrong, malformed and random requests to every operation: more than a quarter of the time of all API suites.
    withDatabase(project('hostile', 'test/{bad-input,hostile}/*.hostile-spec.js')),
    withDatabase(project('contract', 'test/**/*.contract-spec.js')),
    ...inBrowser(withDatabase(project('smoke', 'test/browser/*.smoke-spec.js'))),
    ...inBrowser({
      ...withDatabase(project('browser', 'test/browser/*.browser-spec.js')),
      testPathIgnorePatterns: isFull
        ? []
        : ['/every-[a-z]+.browser-spec', '/keyboard-(administration|monitoring).browser-spec'],
    }),
    {
      ...withDatabase(project('directors', 'test/{conformance,crash,embedded,start}/*.directors-spec.js')),
      // A Director of yours is tested alone: CONFORMANCE_DIRECTOR names its settings file.
      ...(process.env.CONFORMANCE_DIRECTOR
        ? { testMatch: ['<rootDir>/dist-test/test/conformance/chosen.directors-spec.js'] }
        : { testPathIgnorePatterns: ['chosen.directors-spec', ...(isFull ? [] : ['bacula-9.directors-spec'])] }),
    },
    project('clients', 'test/clients/*.clients-spec.js'),
    withDatabase(project('scale', 'test/scale/*.scale-spec.js', 'test/scale/prometheus/*.scale-spec.js')),
    ...inBrowser(project('scale', 'test/scale/browser/*.scale-spec.js')),
  ],
};
