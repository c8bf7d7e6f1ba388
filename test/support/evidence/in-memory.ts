import { MEMORY_SETTING, memoryFolder } from './memory-folder.js';
import { evidenceFolder } from './places.js';

/**
 * Loaded by mocha before anything else where specs may have their temporary files in memory. What is kept of a failure
 * stays where it would be else. `.ci/run` names a folder of its own for this, beside the `TMPDIR` that it gives to every
 * command. Processes that this one starts have theirs below its own.
 */
evidenceFolder();
const given = process.env[MEMORY_SETTING] ?? '';
process.env[MEMORY_SETTING] = '';
const folder = given === '' ? memoryFolder(process.env) : given;
if (folder !== null) process.env['TMPDIR'] = folder;
