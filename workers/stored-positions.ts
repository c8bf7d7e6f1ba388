import type { Position } from '../events/envelope.js';
import type { EventStore } from '../events/store.js';
import { ANNOUNCED, lastAnnounced } from './announcer.js';
import { CHECKPOINTS } from './checkpoint.js';
import { checkpointStream, loggedCheckpoint } from './logged-checkpoint.js';

/** A position that a reader of the log has stored in it, in the last fact of a stream. */
export interface StoredPosition {
  readonly stream: string;
  readonly position: Position;
}

/** The positions of every reader that stores them in the log. */
export const storedPositions = async (events: EventStore): Promise<readonly StoredPosition[]> => {
  const found = await Promise.all([
    ...CHECKPOINTS.map(async (name) => ({
      stream: checkpointStream(name),
      position: await loggedCheckpoint(events, name),
    })),
    ...ANNOUNCED.map(async (stream) => ({ stream, position: await lastAnnounced(events, stream) })),
  ]);
  return found.flatMap(({ stream, position }) => (position === null ? [] : [{ stream, position }]));
};
