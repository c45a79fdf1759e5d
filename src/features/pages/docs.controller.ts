import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { Refusal } from '../../domain/errors.js';
import { Public } from '../../http/access.decorators.js';
import { type ConsoleRequest } from '../../http/request-context.js';
import { errorsPage } from './errors-page.js';
import { findAsset, readPage } from './page-files.js';

// Swagger UI sets style attributes; nothing else is relaxed.
const pagePolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'self'; frame-ancestors 'none'; form-action 'self'";

/** The readable page of the document. Its shell is public; the document itself is fetched from the guarded route. */
@ApiExcludeController()
@Controller()
export class DocsController {
  @Get('docs')
  @Public()
  showDocs(@Req() request: ConsoleRequest, @Res() response: Response): void {
    const signedIn = request.principal?.kind === 'session';
    sendPage(response.status(signedIn ? 200 : 401), readPage(signedIn ? 'index.html' : 'sign-in.html'));
  }

  @Get('docs/errors')
  @Public()
  showErrors(@Res() response: Response): void {
    sendPage(response, errorsPage());
  }

  @Get('docs/assets/:name')
  @Public()
  showAsset(@Param('name') name: string, @Res() response: Response): void {
    const file = findAsset(name);
    if (file === null) throw new Refusal('not_found', 'Nothing was found at this address.');
    response.sendFile(file, { cacheControl: false, headers: { 'Cache-Control': 'no-cache' }, dotfiles: 'allow' });
  }
}

function sendPage(response: Response, html: string): void {
  response.setHeader('Content-Security-Policy', pagePolicy);
  response.type('html').send(html);
}
