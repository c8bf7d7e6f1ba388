/** Why a process must be heard of often, as it holds something, or hear of others, as it waits for what they hold. */
export type Attention = 'holding' | 'awaiting';

/** What one process knows, by heartbeats, of itself and of others as holders of leases (docs/adr/0079). */
export interface Liveness {
  /** Names this process and no other, also no earlier one on the same machine. */
  readonly holder: string;
  /**
   * Aborts with LeaseLost when this process could write no heartbeat for the give-up time, since others may take over
   * soon. After the next heartbeat there is another signal. Aborted before the first one, too.
   */
  standing(): AbortSignal;
  /** Whether another process has ended, has left, or has shown no new heartbeat for the take-over time. */
  isGone(holder: string): boolean;
  /** Makes heartbeats of this process, or reads of those of others, come often until the answer is called; at rest they are rarer. */
  attend(why: Attention): () => void;
  /** Resolves when this process has read the heartbeats of others once more, or the signal aborts; never rejects. */
  nextLook(signal: AbortSignal): Promise<void>;
}
