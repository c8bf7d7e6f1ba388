import { configureGlobal } from 'fast-check';
import { SEED } from '../seed.js';
import { evidenceFolder, ownTemporaryFolder } from './places.js';
import { recordProcessOutput } from './process-output.js';
import { noUnhandledErrors } from './unhandled-errors.js';

/** Loaded by mocha before any spec, in each of its processes: from here on there is something to keep of a failure. */
process.env['MUNIMENT_TEST_SEED'] = String(SEED); // one for all processes of this run
evidenceFolder();
ownTemporaryFolder();
recordProcessOutput();
// Sequences by chance come from the one seed as well, and their number stays what each spec says.
configureGlobal({ seed: SEED });

export const mochaHooks = noUnhandledErrors;
