import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type ConfiguredResource, readResources } from './configuration-text.js';

/** Resources of one configuration, and the files that could not be read. */
export interface ReadConfiguration {
  readonly resources: readonly ConfiguredResource[];
  readonly unreadable: readonly string[];
}

const deepestInclude = 8;
const mostFiles = 5000;
const longestFileBytes = 4 * 2 ** 20;
const include = /^[ \t]*@(?!\|)"?([^"\n]+?)"?[ \t]*$/gm;

interface Reading {
  readonly unreadable: string[];
  files: number;
}

/**
 * Reads a file with the files that it includes, or all `*.conf` below a folder, as Bareos keeps them. Only plain files of a few
 * MiB, and some thousands of them: what is more is told as unreadable.
 */
export function readConfiguration(place: string): ReadConfiguration {
  const reading: Reading = { unreadable: [], files: 0 };
  const resources = textsAt(place, 0, reading).flatMap(readResources);
  return { resources, unreadable: reading.unreadable };
}

function textsAt(place: string, depth: number, reading: Reading): string[] {
  try {
    if (statSync(place).isDirectory()) {
      const names = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.conf'));
      return names.sort().flatMap((name) => textsAt(join(place, name), depth, reading));
    }
    const text = textOf(place, reading);
    const included = depth < deepestInclude ? [...text.matchAll(include)].map(([, name = '']) => name) : [];
    const paths = included.map((name) => (isAbsolute(name) ? name : join(dirname(place), name)));
    return [text.replaceAll(include, ''), ...paths.flatMap((path) => textsAt(path, depth + 1, reading))];
  } catch {
    reading.unreadable.push(place);
    return [];
  }
}

/** Throws for what is no plain file: a pipe would be waited for without an end. */
function textOf(path: string, reading: Reading): string {
  const state = statSync(path);
  reading.files += 1;
  if (!state.isFile() || state.size > longestFileBytes || reading.files > mostFiles) throw new Error('Not read.');
  return readFileSync(path, 'utf8');
}
