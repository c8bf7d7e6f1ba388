/** Durations in milliseconds of a process's own monotonic clock. */
export interface HeartbeatTimes {
  /** Between two heartbeats of a process that holds a lease, and between two reads of one that waits for others to end. */
  readonly heartbeatMs: number;
  /** The same while it works a job, of whose progress the heartbeats tell. */
  readonly workingHeartbeatMs: number;
  /** A process that could write no heartbeat for so long has lost its leases; less than `takeoverAfterMs`. */
  readonly giveUpAfterMs: number;
  /** What a process holds may be taken over once another one has read its record for so long and seen no new heartbeat. */
  readonly takeoverAfterMs: number;
}

/** At rest, where a process holds nothing, or waits for nothing, only every so manieth heartbeat is written, or read. */
export const RESTING_EVERY = 2;

const MOST_MS = 1_500;
const MOST_WORKING_MS = 1_000;

/** The times that belong together, from the one that decides; a long take-over time makes heartbeats no rarer. */
export const heartbeatTimes = (takeoverAfterMs: number): HeartbeatTimes => ({
  heartbeatMs: Math.min(MOST_MS, (takeoverAfterMs * 3) / 14),
  workingHeartbeatMs: Math.min(MOST_WORKING_MS, takeoverAfterMs / 7),
  giveUpAfterMs: (takeoverAfterMs * 5) / 7,
  takeoverAfterMs,
});
