import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { type Page } from 'playwright-core';
import { PageFixture } from './page-fixture.js';

interface Sharing {
  /** Where it is to be another fixture than the usual one. */
  readonly start?: () => Promise<PageFixture>;
  /** Before the first test: makes what all of them find. */
  readonly started: (fixture: PageFixture) => unknown;
  /** Before each test. */
  readonly opened: (page: Page) => unknown;
}

/** One fixture for all tests of a file, and for each of them a page of its own. */
export function shareFixture({ start = () => PageFixture.start(), started, opened }: Sharing): void {
  let fixture: PageFixture;
  beforeAll(async () => {
    fixture = await start();
    await started(fixture);
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    await fixture.open();
    await opened(fixture.page);
  });
  afterEach(() => fixture.close());
}
