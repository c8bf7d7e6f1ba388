import { loadProgram } from './serving/open-files.js';

await loadProgram(async () => {
  const [{ runCommand }, { runAudit }] = await Promise.all([
    import('./commands/command-process.js'),
    import('./commands/run-audit.js'),
  ]);
  await runCommand(runAudit, 2);
}, 2);
