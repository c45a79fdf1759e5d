import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// Relative addresses let the page stand below any path of a proxy. Nothing is inlined: the policy allows no data: address.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
  define: { __VERSION__: JSON.stringify(version) },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // For scripts/bundle-sizes.js.
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    rolldownOptions: {
      // Words for frameworks that render on a server; here they say nothing.
      onLog: (level, log, tell) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : tell(level, log)),
    },
  },
});
