// Compresses the built page once and well, so that the console need not do it at each request: beside each asset a .br and a .gz.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = new URL('../dist/web/assets/', import.meta.url);
const smallest = 1024;

for (const name of readdirSync(folder)) {
  const content = readFileSync(new URL(name, folder));
  if (!/\.(?:js|css|svg)$/.test(name) || content.length < smallest) continue;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(new URL(`${name}.br`, folder), brotliCompressSync(content, { params }));
  writeFileSync(new URL(`${name}.gz`, folder), gzipSync(content, { level: 9 }));
}
