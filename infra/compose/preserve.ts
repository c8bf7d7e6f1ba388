import { loadProgram } from './open-files.js';

await loadProgram(async () => {
  const [{ runCommand }, { runPreserve }] = await Promise.all([
    import('./command-process.js'),
    import('./run-preserve.js'),
  ]);
  await runCommand(runPreserve, 3);
}, 1);
