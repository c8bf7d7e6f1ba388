import { once } from 'node:events';
import { secondsOf } from '../measure.js';
import { watchTurns } from '../watched-turns.js';
import { preserveIn, startQuietly } from './preserve-in.js';

/** What the process tells its parent: where it serves, then what preserving took. */
export interface Preserving {
  readonly seconds: number;
  /** The longest interval between two calls of a timer, and the processor time of the main thread in one, in milliseconds. */
  readonly longest: { readonly wall: number; readonly cpu: number };
}

const [small = '', large = '', data = ''] = process.argv.slice(2);
const platform = await startQuietly(data);
await preserveIn(platform, small);
process.send?.(platform.ready.preservation);
await once(process, 'message');
const turns = watchTurns();
const seconds = await secondsOf(() => preserveIn(platform, large));
const told: Preserving = { seconds, longest: turns() };
process.send?.(told);
await once(process, 'message'); // nobody reads any more
await platform.stop();
process.disconnect();
