import { defineConfig } from 'vite';

// Relative addresses let the page stand below any path of a proxy. Nothing is inlined: the policy allows no data: address.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  publicDir: false,
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
