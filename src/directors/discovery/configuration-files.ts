import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type ConfiguredResource, resourcesIn, type Token, tokensIn } from './configuration-text.js';

/** Resources of one configuration, and what of it could not be read: files, folders, and programs whose output it includes. */
export interface ReadConfiguration {
  readonly resources: readonly ConfiguredResource[];
  readonly unreadable: readonly string[];
}

/** Kinds that something is learned from. All others are read over, however many there are. */
const neededKinds: ReadonlySet<string> = new Set(['director', 'catalog']);

const deepestInclude = 8;
const mostFiles = 10_000;
const longestFileBytes = 4 * 2 ** 20;
const mostBytes = 16 * 2 ** 20;
const mostUnreadable = 100;

interface BackupSource {
  readonly unreadable: Set<string>;
  /** Files being read, each included by the previous one. */
  readonly open: string[];
  /** Files and folders that were read, and the entries of the folders. */
  files: number;
  bytes: number;
}

/**
 * Reads a file with its includes, or all `*.conf` below a folder, as Bareos has them. Only regular files of a few MiB, and some
 * thousands of them: more is reported as unreadable.
 */
export function readConfiguration(place: string): ReadConfiguration {
  const reading: BackupSource = { unreadable: new Set(), open: [], files: 0, bytes: 0 };
  const resources: ConfiguredResource[] = [];
  for (const path of filesAt(place, reading)) {
    for (const resource of resourcesIn(tokensAt(path, reading))) {
      if (neededKinds.has(resource.kind)) resources.push(resource);
    }
  }
  return { resources, unreadable: [...reading.unreadable] };
}

/** The tokens of a file, with those of each file that it includes where that is included. */
function* tokensAt(path: string, reading: BackupSource): Generator<Token> {
  // A file that includes itself would be read once for each of its includes.
  if (reading.open.includes(path)) {
    note(reading, path);
    return;
  }
  const text = textOf(path, reading);
  if (text === null) return;
  reading.open.push(path);
  for (const token of tokensIn(text)) {
    if (token.kind === 'include') yield* tokensOf(token.name, path, reading);
    else yield token;
    if (isSpent(reading)) return;
  }
  reading.open.pop();
  yield { kind: 'end' };
}

function* tokensOf(name: string, includedBy: string, reading: BackupSource): Generator<Token> {
  if (name === '') return;
  // The output of a program is only known by running it. Its arguments may be secret.
  if (name.startsWith('|')) {
    note(reading, `@|${name.slice(1).trim().split(/\s/, 1)[0] ?? ''}`);
    return;
  }
  const path = isAbsolute(name) ? name : join(dirname(includedBy), name);
  if (reading.open.length > deepestInclude) note(reading, path);
  else for (const file of filesAt(path, reading)) yield* tokensAt(file, reading);
}

/** The file itself; of a folder its `*.conf`, in the order of their names. */
function filesAt(place: string, reading: BackupSource): string[] {
  reading.files += 1;
  try {
    if (!statSync(place).isDirectory()) return [place];
    const entries = readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    reading.files += entries.length;
    return entries.flatMap((entry) => {
      const path = join(place, entry.name);
      if (entry.isDirectory()) return filesAt(path, reading);
      return entry.name.endsWith('.conf') ? [path] : [];
    });
  } catch {
    note(reading, place);
    return [];
  }
}

/** null for anything but a regular file: a read from a pipe would never end. */
function textOf(path: string, reading: BackupSource): string | null {
  try {
    const state = statSync(path);
    reading.files += 1;
    reading.bytes += Math.min(state.size, longestFileBytes);
    if (state.isFile() && state.size <= longestFileBytes && !isSpent(reading)) return readFileSync(path, 'utf8');
  } catch {
    // Reported below.
  }
  note(reading, path);
  return null;
}

function isSpent({ files, bytes }: BackupSource): boolean {
  return files > mostFiles || bytes > mostBytes;
}

function note({ unreadable }: BackupSource, what: string): void {
  if (unreadable.size < mostUnreadable) unreadable.add(what);
}
