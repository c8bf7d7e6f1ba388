import { once } from 'node:events';
import { startPlatform } from '../../infra/compose/platform/platform.js';
import { limitHeapGrowth } from '../../infra/compose/process/heap-growth.js';
import { ownConfig } from '../../test/support/platform/own-config.js';
import { quiet } from '../../test/support/command-line/quiet-progress.js';
import { preserveIn } from '../preserve/preserve-in.js';

/** Serves a data folder, into which a folder was preserved before where one is given, until it is disconnected. */
limitHeapGrowth();
const [data = '', folder] = process.argv.slice(2);
const platform = await startPlatform(ownConfig(data, { MUNIMENT_LOG_LEVEL: 'warn' }));
if (folder !== undefined) await preserveIn(platform, folder, quiet);
process.send?.(platform.ready.storage);
await once(process, 'disconnect');
await platform.stop();
