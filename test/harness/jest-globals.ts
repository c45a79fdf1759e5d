/** What suites import as `@jest/globals`: the runner (jest.config.js) puts it into the global object. */
import type * as globals from '@jest/globals';

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis as unknown as typeof globals;
