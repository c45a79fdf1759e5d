import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../../../dist/web/', import.meta.url));

/** Content codings that the build makes, the smallest first, with what its files end in. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** A file of the page as it is sent to a caller that accepts this coding. */
export interface ServedFile {
  readonly path: string;
  readonly coding: 'br' | 'gzip' | null;
}

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

  /** `accepts`: whether the caller takes a coding. */
  findAsset(name: string, accepts: (coding: string) => boolean): ServedFile | null {
    const path = this.assets.get(name);
    if (path === undefined || codings.some(([, ending]) => name.endsWith(ending))) return null;
    const found = codings.find(([coding, ending]) => this.assets.has(`${name}${ending}`) && accepts(coding));
    return found ? { path: `${path}${found[1]}`, coding: found[0] } : { path, coding: null };
  }
}
