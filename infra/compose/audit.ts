import { runCommand } from './command-process.js';
import { runAudit } from './run-audit.js';

await runCommand(runAudit, 2);
