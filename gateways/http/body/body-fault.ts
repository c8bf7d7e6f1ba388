import type { Semaphore } from '../../../flow/sharing/semaphore.js';

/** No large body takes this long to check. */
const STALLED_MS = 60_000;

/** Why large bodies are not accepted; null while they are. */
export const bodyFault = (all: readonly Pick<Semaphore, 'stalledMs'>[]): string | null => {
  const ms = Math.max(0, ...all.map((each) => each.stalledMs()));
  return ms < STALLED_MS ? null : `no large body has been dealt with for ${Math.floor(ms / 1_000)} s, and others wait`;
};
