import { extname } from 'node:path';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { Refusal } from '../../domain/errors.js';
import { Public } from '../../http/access.decorators.js';
import { ConsoleFiles } from './console-files.js';

const consolePolicy =
  "default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'; form-action 'self'";

/** The browser's console. It is public, for it holds no data: it asks the guarded API like any other client. */
@ApiExcludeController()
@Controller()
export class ConsoleController {
  private readonly files = new ConsoleFiles();

  @Get()
  @Public()
  showConsole(@Res() response: Response): void {
    const page = this.files.page;
    if (page === null) throw new Refusal('not_found', 'The page is not built. Run `npm run build`, then restart.');
    response.setHeader('Content-Security-Policy', consolePolicy);
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(page);
  }

  /** Their names carry a hash of their content, so a copy never grows old. */
  @Get('assets/:name')
  @Public()
  showAsset(@Param('name') name: string, @Req() request: Request, @Res() response: Response): void {
    const file = this.files.findAsset(name, (coding) => request.acceptsEncodings(coding) === coding);
    if (file === null) throw new Refusal('not_found', 'Nothing was found at this address.');
    response.type(extname(name)).vary('Accept-Encoding');
    if (file.coding !== null) response.setHeader('Content-Encoding', file.coding);
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
    response.sendFile(file.path, { cacheControl: false, headers, dotfiles: 'allow', acceptRanges: false });
  }
}
