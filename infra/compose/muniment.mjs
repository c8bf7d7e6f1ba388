#!/usr/bin/env node
/** The program `muniment`: compiles what has changed, and runs it. Not TypeScript itself, as it runs before anything is compiled. */
await import('../compile.mjs');
if (!process.exitCode) {
  process.setSourceMapsEnabled(true);
  await import('../../dist/infra/compose/muniment.js');
}
