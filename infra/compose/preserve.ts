import { loadProgram } from './serving/open-files.js';

await loadProgram(async () => {
  const [{ runCommand }, { runPreserve }] = await Promise.all([
    import('./commands/command-process.js'),
    import('./commands/run-preserve.js'),
  ]);
  await runCommand(runPreserve, 3);
}, 1);
