import { runCommand } from './command-process.js';
import { runAdopt } from './run-adopt.js';

await runCommand(runAdopt, 2);
