import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type ConfiguredResource, readResources } from './configuration-text.js';

/** Resources of one configuration, and the files that could not be read. */
export interface ReadConfiguration {
  readonly resources: readonly ConfiguredResource[];
  readonly unreadable: readonly string[];
}

const deepestInclude = 8;
const include = /^[ \t]*@(?!\|)"?([^"\n]+?)"?[ \t]*$/gm;

/** Reads a file with the files that it includes, or all `*.conf` below a folder, as Bareos keeps them. */
export function readConfiguration(place: string): ReadConfiguration {
  const unreadable: string[] = [];
  const resources = textsAt(place, 0, unreadable).flatMap(readResources);
  return { resources, unreadable };
}

function textsAt(place: string, depth: number, unreadable: string[]): string[] {
  try {
    if (statSync(place).isDirectory()) {
      const names = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.conf'));
      return names.sort().flatMap((name) => textsAt(join(place, name), depth, unreadable));
    }
    const text = readFileSync(place, 'utf8');
    const included = depth < deepestInclude ? [...text.matchAll(include)].map(([, name = '']) => name) : [];
    const paths = included.map((name) => (isAbsolute(name) ? name : join(dirname(place), name)));
    return [text.replaceAll(include, ''), ...paths.flatMap((path) => textsAt(path, depth + 1, unreadable))];
  } catch {
    unreadable.push(place);
    return [];
  }
}
