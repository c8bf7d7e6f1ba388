import { configureGlobal, installGlobalPlugin } from 'fast-check';
import { atDepth } from '../random/depth.js';
import { SEED } from '../random/seed.js';
import { noCaseAfter } from './no-case-after.js';
import { evidenceFolder, ownTemporaryFolder } from './places.js';
import { recordProcessOutput } from './process-output.js';
import { noUnhandledErrors } from './unhandled-errors.js';

/** Loaded by mocha before any spec, in each of its processes: from here on there is something to keep of a failure. */
process.env['MUNIMENT_TEST_SEED'] = String(SEED); // one for all processes of this run
evidenceFolder();
ownTemporaryFolder();
recordProcessOutput();
// A slow machine runs fewer cases.
configureGlobal({ seed: SEED, numRuns: atDepth(100) });
installGlobalPlugin(noCaseAfter(30_000));

// Mocha ends a run that was interrupted as if all of it had passed. Its own listener of `exit` comes after this one.
const failInterrupted = (): void => void process.prependListener('exit', () => process.exit(130));
if (process.send === undefined) process.once('SIGINT', failInterrupted); // not in workers of a parallel run

export const mochaHooks = noUnhandledErrors;
