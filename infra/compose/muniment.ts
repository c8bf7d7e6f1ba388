import { limitHeapGrowth } from './process/heap-growth.js';
import { optimizeAfter } from './process/late-optimizing.js';
import { loadProgram } from './serving/open-files.js';

/** Most verbs end sooner. */
const UNOPTIMIZED_MS = 2_000;

limitHeapGrowth();
optimizeAfter(UNOPTIMIZED_MS);
await loadProgram(async () => {
  const { main } = await import('./program/main.js');
  await main(process.argv.slice(2));
}, 2);
