import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

export function findAsset(name: string): string | null {
  const folder = Object.hasOwn(assets, name) ? assets[name] : undefined;
  return folder === undefined ? null : join(folder, name);
}

export function readPage(name: 'index.html' | 'sign-in.html'): string {
  return readFileSync(join(own, name), 'utf8');
}
