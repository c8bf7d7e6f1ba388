import { limitHeapGrowth } from './process/heap-growth.js';
import { loadProgram } from './serving/open-files.js';

limitHeapGrowth();
await loadProgram(async () => {
  const { main } = await import('./program/main.js');
  await main(process.argv.slice(2));
}, 2);
