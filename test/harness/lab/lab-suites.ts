import { describe, test } from '@jest/globals';
import { type BaculaVersion } from './bacula-version.js';
import { fetchBacula } from './fetch-packages.js';
import { LabLack } from './lab-lack.js';
import { testOptions } from '../fixtures/test-options.js';

/**
 * Declares a suite that needs these Directors. Where their packages cannot be had it is skipped with a line that says why, or,
 * with CI set, fails with it, so that no skip looks green. Await it at the top of the file.
 */
export async function describeWithLab(
  title: string,
  versions: readonly BaculaVersion[],
  declare: () => void,
): Promise<void> {
  const lack = await findLack(versions);
  if (lack === null) {
    describe(title, declare);
  } else if (testOptions.isCi) {
    test(title, () => {
      throw lack;
    });
  } else {
    process.stderr.write(`SKIPPED: ${title}. ${lack.message}\n`);
    describe.skip(title, declare);
  }
}

async function findLack(versions: readonly BaculaVersion[]): Promise<LabLack | null> {
  try {
    for (const version of versions) await fetchBacula(version);
    return null;
  } catch (error) {
    if (error instanceof LabLack) return error;
    throw error;
  }
}
