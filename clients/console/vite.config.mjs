import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** How the page is built: JSX by the bundler itself, no file inlined, since the policy of the page allows no data: URI; addresses are relative to the base of the page. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  logLevel: 'warn',
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // What every page needs is one file: two dozen small ones cost the first view more than all of their content.
      output: { codeSplitting: { groups: [{ name: 'console', tags: ['$initial'] }] } },
      // Packages mark modules for servers that render pages; there is none here.
      onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
    },
  },
});
