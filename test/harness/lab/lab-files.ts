import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { labCache, withLock } from './lab-cache.js';

export const manyFiles = 50_000;

export interface LabFolders {
  /** Everything of this lab: configurations, logs, volumes, files. Removed by `stop`. */
  readonly root: string;
  /** What the clients back up. */
  readonly alpha: string;
  readonly beta: string;
  /** 50,000 files that all labs share; only read it. */
  readonly many: string;
  /** A file of 200 GiB, nearly all holes: it takes no disk, and minutes to read. */
  readonly endless: string;
  /** `Where` of the job RestoreFiles. */
  readonly restored: string;
  readonly volumes: string;
  readonly logs: string;
  readonly certificates: string;
}

export async function makeFolders(root: string): Promise<LabFolders> {
  const folders = {
    alpha: join(root, 'alpha'),
    beta: join(root, 'beta'),
    restored: join(root, 'restored'),
    volumes: join(root, 'volumes'),
    logs: join(root, 'logs'),
    certificates: join(root, 'certificates'),
  };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  fillAlpha(folders.alpha);
  fillBeta(folders.beta);
  return { root, ...folders, endless: makeEndless(join(root, 'endless')), many: await sharedManyFiles() };
}

/** Blank media of four barcodes in a changer of six slots. */
export function fillChanger(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'conf'), 'maxslot=6\nmaxdrive=1\n');
  writeFileSync(join(folder, 'barcodes'), [1, 2, 3, 4].map((slot) => `${slot}:BAR00${slot}\n`).join(''));
  for (const slot of [1, 2, 3, 4]) writeFileSync(join(folder, `slot${slot}`), '');
}

function makeEndless(file: string): string {
  writeFileSync(file, 'not one hole, which an embedded Director would not read');
  truncateSync(file, 200 * 2 ** 30);
  return file;
}

/** What tends to break on its way through a catalog, a wire and a page. */
export function fillAlpha(folder: string): void {
  mkdirSync(join(folder, 'sub', 'deeper', 'deepest'), { recursive: true });
  mkdirSync(join(folder, 'empty folder'));
  writeFileSync(join(folder, 'one.txt'), 'one\n');
  writeFileSync(join(folder, 'empty.txt'), '');
  writeFileSync(join(folder, 'Grüße aus Köln.txt'), 'umlauts and spaces\n');
  writeFileSync(join(folder, '日本語.txt'), 'wide\n');
  writeFileSync(join(folder, `both "quotes' and back\\slash.txt`), 'quotes\n');
  writeFileSync(join(folder, '100%_of $it;.txt'), 'wildcards\n');
  writeFileSync(notUtf8(folder, 'caf\xe9 latin1.txt'), 'a name that is not UTF-8\n');
  mkdirSync(notUtf8(folder, 'd\xfcsseldorf'));
  writeFileSync(notUtf8(folder, 'd\xfcsseldorf/inside.txt'), 'below a folder that is not UTF-8\n');
  writeFileSync(join(folder, 'sub', 'deeper', 'deepest', 'block.bin'), Buffer.alloc(300_000, 'backup'));
  linkSync(join(folder, 'one.txt'), join(folder, 'sub', 'hard link of one.txt'));
  symlinkSync('../one.txt', join(folder, 'sub', 'link to one.txt'));
  symlinkSync('/no/such/file', join(folder, 'sub', 'dangling link'));
  utimesSync(join(folder, 'empty.txt'), 1_000_000_000, 1_000_000_000);
}

function fillBeta(folder: string): void {
  mkdirSync(join(folder, 'reports'));
  for (let month = 1; month <= 12; month += 1) {
    writeFileSync(join(folder, 'reports', `2026-${String(month).padStart(2, '0')}.csv`), `month;${month}\n`);
  }
}

function notUtf8(folder: string, name: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
}

/** Made once for all labs, because making them takes longer than starting a lab. */
async function sharedManyFiles(): Promise<string> {
  const folder = join(labCache(), `many-${manyFiles}`);
  if (existsSync(folder)) return folder;
  return withLock('many', () => {
    if (existsSync(folder)) return Promise.resolve(folder);
    const fresh = `${folder}.new`;
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh);
    for (let n = 0; n < manyFiles; n += 1) {
      writeFileSync(join(fresh, `file-${String(n).padStart(5, '0')}.txt`), n % 1000 === 0 ? `${n}\n` : '');
    }
    renameSync(fresh, folder);
    return Promise.resolve(folder);
  });
}
