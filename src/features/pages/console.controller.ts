import { extname, join } from 'node:path';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../domain/error-codes.js';
import { Public } from '../../http/access.decorators.js';

const built = fileURLToPath(new URL('../../../../dist/web/', import.meta.url));

/** Content codings that the build makes, the smallest first, with what its files end in. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** A file of the page as it is sent to a caller that accepts this coding. */
interface ServedFile {
  readonly path: string;
  readonly coding: 'br' | 'gzip' | null;
}

/** What the build of `web/` made, as it lay there at the start. A name from an address is only compared, never a path. */
class ConsoleFiles {
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

const consolePolicy =
  "default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'; form-action 'self'";

/** The browser's console. It is public because it contains no data: it calls the guarded API like any other client. */
@ApiExcludeController()
@Controller()
export class ConsoleController {
  private readonly files = new ConsoleFiles();

  @Get()
  @Public()
  showConsole(@Res() response: Response): void {
    const page = this.files.page;
    if (page === null) throw new AppError('not_found', 'The page is not built. Run `npm run build`, then restart.');
    response.setHeader('Content-Security-Policy', consolePolicy);
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(page);
  }

  /** Their names carry a hash of their content, so a copy never grows old. */
  @Get('assets/:name')
  @Public()
  showAsset(@Param('name') name: string, @Req() request: Request, @Res() response: Response): void {
    const file = this.files.findAsset(name, (coding) => request.acceptsEncodings(coding) === coding);
    if (file === null) throw new AppError('not_found', 'Nothing was found at this address.');
    response.type(extname(name)).vary('Accept-Encoding');
    if (file.coding !== null) response.setHeader('Content-Encoding', file.coding);
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
    response.sendFile(file.path, { cacheControl: false, headers, dotfiles: 'allow', acceptRanges: false });
  }
}
