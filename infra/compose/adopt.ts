import { loadProgram } from './serving/open-files.js';

await loadProgram(async () => {
  const [{ runCommand }, { runAdopt }] = await Promise.all([
    import('./commands/command-process.js'),
    import('./commands/run-adopt.js'),
  ]);
  await runCommand(runAdopt, 2);
}, 2);
