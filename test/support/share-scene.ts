import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { type Page } from 'playwright-core';
import { PageScene } from './page-scene.js';

interface Sharing {
  /** Where it is to be another scene than the usual one. */
  readonly start?: () => Promise<PageScene>;
  /** Before the first test: makes what all of them find. */
  readonly started: (scene: PageScene) => unknown;
  /** Before each test. */
  readonly opened: (page: Page) => unknown;
}

/** One scene for all tests of a file, and for each of them a page of its own. */
export function shareScene({ start = () => PageScene.start(), started, opened }: Sharing): void {
  let scene: PageScene;
  beforeAll(async () => {
    scene = await start();
    await started(scene);
  });
  afterAll(() => scene.stop());
  beforeEach(async () => {
    await scene.open();
    await opened(scene.page);
  });
  afterEach(() => scene.close());
}
