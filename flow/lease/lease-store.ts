/** A lease as its store has it. */
export interface LeaseRecord {
  /** Grows by one with every new holder; 0 before the first. */
  readonly epoch: number;
  /** The process that holds it; null before the first one, and after a release. */
  readonly holder: string | null;
  /** Differs after every heartbeat; only ever compared with a heartbeat that the same process saw before. */
  readonly heartbeat: number;
}

/**
 * Where one lease is kept, as one process sees it.
 *
 * A lease keeps two processes from doing the same work at once. Nothing that must be right rests on it: a process that is
 * paused for longer than any time below goes on with its work when it wakes up, and learns of its loss some moments
 * later. What refuses its writes then is the epoch, or the expected revision of the stream that it writes: the fence.
 *
 * One algorithm serves every store:
 *
 * - A process acquires the lease by a conditional write, which succeeds only while the record is as it was read. Of
 *   several that try at the same moment one succeeds, and begins a new epoch.
 * - The holder writes a heartbeat now and then. It has lost the lease when a later epoch is there, and when it could write
 *   no heartbeat for the give-up time, by its own monotonic clock, counted from the beginning of the last write that
 *   succeeded.
 * - A process that waits may acquire the lease when it has been released, when its holder is a process that has certainly
 *   ended, when that holder is this process itself, or when it has expired: when this process has seen no new heartbeat for
 *   the takeover time, by its own monotonic clock. No two clocks are ever compared, and no wall clock is read.
 * - The give-up time is shorter than the takeover time, so that a holder that is cut off has stopped before it is replaced.
 *
 * Every method rejects with what its store rejects with; a call that failed may have taken effect all the same.
 */
export interface LeaseStore<Kept extends LeaseRecord = LeaseRecord> {
  /** For messages. */
  readonly name: string;
  read(): Promise<Kept>;
  /** Makes this process the holder in a new epoch if the record is still as it was seen; null when it is not. */
  acquire(seen: Kept, signal: AbortSignal): Promise<Kept | null>;
  /** Writes a heartbeat of this process as the holder of an epoch; null when the lease is another's. */
  renew(epoch: number, signal: AbortSignal): Promise<Kept | null>;
  /** Ends an epoch of this process, so that others need not wait; without effect where the lease is another's. */
  release(epoch: number, signal: AbortSignal): Promise<void>;
}
