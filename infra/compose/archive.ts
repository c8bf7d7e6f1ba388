import { loadProgram } from './serving/open-files.js';

await loadProgram(async () => {
  const [{ runCommand }, { runArchive }] = await Promise.all([
    import('./commands/command-process.js'),
    import('./commands/run-archive.js'),
  ]);
  await runCommand(runArchive, 2);
}, 2);
