import { loadProgram } from './serving/open-files.js';

await loadProgram(async () => {
  const [{ runCommand }, { runTools }] = await Promise.all([
    import('./commands/command-process.js'),
    import('./commands/tools/run-tools.js'),
  ]);
  await runCommand(runTools, 2);
}, 2);
