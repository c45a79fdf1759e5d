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

export default {
  testTimeout: 30_000,
  maxWorkers: 2,
  projects: [
    project('unit', ['<rootDir>/dist-test/src/**/*.spec.js']),
    project('integration', ['<rootDir>/dist-test/test/**/*.int-spec.js'], withDatabase),
    project('api', ['<rootDir>/dist-test/test/**/*.api-spec.js'], withDatabase),
    project('contract', ['<rootDir>/dist-test/test/**/*.contract-spec.js'], withDatabase),
  ],
};
