import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultDirectorFile } from './default-director-file.js';
import { readResources } from './read-resources.js';
import { type FilesetResource, type Resources } from './resources.js';

export const directorFileName = 'director.yaml';

/** Reads DATA_DIR/director.yaml and writes the commented default before, where there is none. Throws what readResources throws. */
export function loadDirectorFile(folder: string, programFolder: string, directorName: string): Resources {
  const file = join(folder, directorFileName);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(file)) {
    const text = defaultDirectorFile({
      directorName,
      programFolder: resolve(programFolder),
      settingsFile: resolve(file),
      volumesFolder: resolve(folder, 'volumes'),
    });
    writeFileSync(file, text, { flag: 'wx', mode: 0o644 });
  }
  return readResources(readFileSync(file, 'utf8'), directorName);
}

/** A fileset's definition in one fixed form, and its digest: a run belongs to the definition that it was made with. */
export function filesetIdentity(fileset: FilesetResource): { readonly md5: string; readonly content: string } {
  const content = JSON.stringify({
    include: [...fileset.include].sort(),
    exclude: [...fileset.exclude].sort(),
    oneFilesystem: fileset.oneFilesystem,
  });
  return { md5: createHash('md5').update(content).digest('base64').replace(/=+$/, ''), content };
}
