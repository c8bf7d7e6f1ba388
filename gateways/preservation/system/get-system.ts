import { keptFor } from '../../../flow/sharing/kept-for.js';
import { json, route, type Route } from '../../http/route.js';
import { systemReader } from './read-system.js';
import type { SystemDependencies } from './system-dependencies.js';

/** All callers in this time share one answer, so that asking often costs next to nothing. */
const KEPT_MS = 2_000;

/** The numbers and the state of the platform; an addition of ours. */
export const getSystem = (on: SystemDependencies): Route => {
  const read = keptFor(KEPT_MS, systemReader(on));
  return route('getSystem', async () => json(200, await read()));
};
