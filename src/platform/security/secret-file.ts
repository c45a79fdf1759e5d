import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The secret that a file keeps, made at the first call; only its owner may read it. It comes under its name as a whole, so that a
 * process that is killed over it leaves none rather than an empty one. To be called by one process at a time.
 */
export function secretFromFile(file: string, make: () => string): string {
  const secret = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (secret !== '') return secret;
  const made = make();
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, made, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(unfinished, file);
  return made;
}
