import { join } from 'node:path';
import { type FileCalls } from '../file-helper/file-calls.js';
import { type RawPath } from '../../../domain/catalog-entry.js';
import { type TargetFile, type TargetReport } from '../../../domain/restore-target.js';

const atOnce = 200;
const limitMs = 1_000;
const mostExamples = 10;

/** Checks each file below `where`, without opening any; ends early at the timeout. */
export async function inspectTarget(
  where: string,
  files: readonly TargetFile[],
  calls: FileCalls,
): Promise<TargetReport> {
  const until = performance.now() + limitMs;
  const examples: RawPath[] = [];
  let [inspected, existing, newer] = [0, 0, 0];
  while (inspected < files.length && performance.now() < until) {
    const batch = files.slice(inspected, inspected + atOnce);
    const changes = await changesOf(where, batch, calls);
    if (changes === null) break;
    changes.forEach((at, index) => {
      const file = batch[index];
      if (at === null || file === undefined || file.path.isFolder) return;
      existing += 1;
      if (file.modifiedAt !== null && at > file.modifiedAt.getTime()) newer += 1;
      if (examples.length < mostExamples) examples.push(file.path);
    });
    inspected += batch.length;
  }
  return { where, inspected, existing, newer, examples };
}

/**
 * Milliseconds since the epoch, in whole seconds as in the catalog; null for a file that does not exist or cannot be seen. null:
 * the disk hangs.
 */
async function changesOf(
  where: string,
  files: readonly TargetFile[],
  calls: FileCalls,
): Promise<readonly (number | null)[] | null> {
  const folder = Buffer.from(join(where, '/'));
  const paths = files.map(({ path }) => Buffer.concat([folder, path.bytes.subarray(1)]).toString('latin1'));
  try {
    const changes = await calls.changes(paths);
    return changes.map((at) => (at === null ? null : Math.floor(at / 1_000) * 1_000));
  } catch {
    return null;
  }
}
