import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../domain/error-codes.js';
import { Public } from '../../http/access.decorators.js';
import { type ConsoleRequest } from '../../http/request-context.js';

const source = new URL('../../../../docs/integrate/errors.md', import.meta.url);

/** docs/integrate/errors.md as a page whose rows have the addresses that problems name as their `type`. */
function errorsPage(): string {
  const rows = [...readFileSync(source, 'utf8').matchAll(/^\| `(\w+)`\s*\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].map(rowOf);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors · Backup Console</title>
<link rel="stylesheet" href="assets/page.css">
</head>
<body><main>
<h1>Errors</h1>
<table><thead><tr><th>Code</th><th>Status</th><th>When</th><th>What to do</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
</main></body></html>`;
}

function rowOf([, code = '', ...cells]: RegExpMatchArray): string {
  return `<tr id="${code}"><td><code>${code}</code></td>${cells.map((cell) => `<td>${inline(cell.trim())}</td>`).join('')}</tr>`;
}

function inline(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}

const own = fileURLToPath(new URL('../../../../public/docs/', import.meta.url));
const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Only these are served: a name from an address never becomes a path. */
const assets: Readonly<Record<string, string>> = {
  'page.css': own,
  'sign-in.js': own,
  'start.js': own,
  'swagger-ui.css': swaggerUi,
  'swagger-ui-bundle.js': swaggerUi,
};

function findAsset(name: string): string | null {
  const folder = Object.hasOwn(assets, name) ? assets[name] : undefined;
  return folder === undefined ? null : join(folder, name);
}

function readPage(name: 'index.html' | 'sign-in.html'): string {
  return readFileSync(join(own, name), 'utf8');
}

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
    if (file === null) throw new AppError('not_found', 'Nothing was found at this address.');
    response.sendFile(file, { cacheControl: false, headers: { 'Cache-Control': 'no-cache' }, dotfiles: 'allow' });
  }
}

function sendPage(response: Response, html: string): void {
  response.setHeader('Content-Security-Policy', pagePolicy);
  response.type('html').send(html);
}
