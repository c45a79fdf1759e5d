import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type RawPath } from '../../../../domain/raw-path.js';
import { type TargetFile, type TargetFindings } from '../../../../domain/restore-target.js';

const atOnce = 32;
const limitMs = 1_000;
const mostExamples = 10;

/** Looks for each file below `where`, without opening any; ends early when the time is over. */
export async function lookAtTarget(where: string, files: readonly TargetFile[]): Promise<TargetFindings> {
  const until = performance.now() + limitMs;
  const examples: RawPath[] = [];
  let [looked, existing, newer] = [0, 0, 0];
  while (looked < files.length && performance.now() < until) {
    const portion = files.slice(looked, looked + atOnce);
    const changes = await Promise.all(portion.map(({ path }) => changedAt(where, path)));
    changes.forEach((at, index) => {
      const file = portion[index];
      if (at === null || file === undefined || file.path.isFolder) return;
      existing += 1;
      if (file.modifiedAt !== null && at > file.modifiedAt.getTime()) newer += 1;
      if (examples.length < mostExamples) examples.push(file.path);
    });
    looked += portion.length;
  }
  return { where, looked, existing, newer, examples };
}

/** Milliseconds since the epoch, to the second as the catalog has it; null where nothing stands there that can be seen. */
async function changedAt(where: string, path: RawPath): Promise<number | null> {
  try {
    const { mtimeMs } = await lstat(Buffer.concat([Buffer.from(join(where, '/')), path.bytes.subarray(1)]));
    return Math.floor(mtimeMs / 1_000) * 1_000;
  } catch {
    return null;
  }
}
