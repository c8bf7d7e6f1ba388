import { heartbeatTimes, type HeartbeatTimes } from '../../../flow/lease/heartbeat-times.js';
import type { SharedRecords } from '../../../flow/shared-records.js';
import { openSharedRecords } from '../../../infra/embedded/shared-records.js';
import type { ProcessIdentity } from '../../../workers/presence/process-identity.js';
import { openPresence, type Presence } from '../../../workers/presence/presence.js';
import { identityOf, silent } from './log-of-facts.js';

interface Present {
  readonly records?: SharedRecords;
  readonly identity?: ProcessIdentity;
  readonly times?: HeartbeatTimes;
}

export const TIMES = heartbeatTimes(7_000);

/** A process that shares records with others; with some of its own unless said. */
export const present = (
  holder: string,
  { records = openSharedRecords(':memory:'), identity = identityOf(holder), times = TIMES }: Present = {},
): Presence => openPresence({ records, identity, roles: ['importer'], times, log: silent });
