import { runCommand } from './command-process.js';
import { runPreserve } from './run-preserve.js';

await runCommand(runPreserve, 1);
