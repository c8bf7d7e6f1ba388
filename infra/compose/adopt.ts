import { loadProgram } from './open-files.js';

await loadProgram(async () => {
  const [{ runCommand }, { runAdopt }] = await Promise.all([import('./command-process.js'), import('./run-adopt.js')]);
  await runCommand(runAdopt, 2);
}, 2);
