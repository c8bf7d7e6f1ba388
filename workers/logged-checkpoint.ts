import type { Position } from '../events/envelope.js';
import { lastFact } from '../events/last-fact.js';
import type { CheckpointFact } from '../events/lease.js';
import { isOfFact } from '../events/position.js';
import type { EventStore } from '../events/store.js';

/** The stream in which an earlier version recorded the checkpoints of a reader. */
export const checkpointStream = (name: string): string => `checkpoint-${name}`;

/** The last checkpoint that an earlier version recorded in the log; null where there is none that a fact can have. */
export const loggedCheckpoint = async (events: EventStore, name: string): Promise<Position | null> => {
  const last = await lastFact<CheckpointFact>(events, checkpointStream(name));
  const recorded = (last?.data.position ?? null) as Position | null;
  return recorded !== null && isOfFact(recorded) ? recorded : null;
};
