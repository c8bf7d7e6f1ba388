/** A lease as its store has it. */
export interface LeaseRecord {
  /** Another with every new holder; 0 before the first. */
  readonly epoch: number;
  /** The process that holds it; null before the first one, and after a release. */
  readonly holder: string | null;
}

/**
 * Where one lease is kept, as one process sees it.
 *
 * A lease keeps two processes from doing the same work at once. Nothing that must be right rests on it: a process that is
 * paused for longer than any time below goes on with its work when it wakes up, and learns of its loss some moments
 * later. What refuses its writes then is the epoch, or the expected revision of the stream that it writes: the fence.
 *
 * - A process acquires the lease by a conditional write, which succeeds only while the record is as it was read. Of
 *   several that try at the same moment one succeeds, and begins a new epoch.
 * - No lease has a heartbeat of its own: its holder is there while its process is (liveness.ts). It has lost the lease when
 *   another epoch or holder is there, and when its process could write no heartbeat for the give-up time.
 * - A process that waits may acquire the lease when it has been released, when its holder is gone, and when that holder is
 *   this process itself, which has given it up.
 *
 * Every method rejects with what its store rejects with; a call that failed may have taken effect all the same.
 */
export interface LeaseStore<Kept extends LeaseRecord = LeaseRecord> {
  /** For messages. */
  readonly name: string;
  read(): Promise<Kept>;
  /** Makes this process the holder in a new epoch if the record is still as it was seen; null when it is not. */
  acquire(seen: Kept): Promise<Kept | null>;
  /** Ends an epoch of this process, so that others need not wait; without effect where the lease is another's. */
  release(epoch: number): Promise<void>;
}
