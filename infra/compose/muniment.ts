import { loadProgram } from './serving/open-files.js';

await loadProgram(async () => {
  const { main } = await import('./program/main.js');
  await main(process.argv.slice(2));
}, 2);
