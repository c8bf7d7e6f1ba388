import { loadProgram } from './open-files.js';

await loadProgram(async () => {
  const [{ runCommand }, { runAudit }] = await Promise.all([import('./command-process.js'), import('./run-audit.js')]);
  await runCommand(runAudit, 2);
}, 2);
