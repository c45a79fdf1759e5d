import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../../dist/web/', import.meta.url));

/** What the build of `web/` made, as it lay there at the start. A name from an address is only compared, never a path. */
export class ConsoleFiles {
  /** Null where the page was not built. */
  readonly page: string | null = null;
  private readonly assets: ReadonlyMap<string, string> = new Map();

  constructor() {
    if (!existsSync(join(built, 'index.html'))) return;
    this.page = readFileSync(join(built, 'index.html'), 'utf8');
    const folder = join(built, 'assets');
    this.assets = new Map(readdirSync(folder).map((name) => [name, join(folder, name)]));
  }

  findAsset(name: string): string | null {
    return this.assets.get(name) ?? null;
  }
}
