import { randomUUID } from 'node:crypto';
import type { Liveness } from '../../flow/lease/liveness.js';
import { pause } from '../../flow/pause.js';

const NEVER = new AbortController().signal;
const LOOK_EVERY_MS = 20;

/** A process besides which there is none. */
export const alone = (holder: string = randomUUID()): Liveness => ({
  holder,
  standing: () => NEVER,
  attend: () => () => undefined,
  isGone: (other) => other !== holder,
  nextLook: (signal) => pause(LOOK_EVERY_MS, signal),
});
