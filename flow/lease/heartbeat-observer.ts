import type { HeartbeatTimes } from './heartbeat-times.js';

interface Sighting {
  readonly heartbeat: number | null;
  /** The observed time at which this heartbeat was seen first. */
  readonly since: number;
}

/** A holder that is gone is forgotten after so many take-over times. */
const FORGOTTEN_AFTER = 10;

/**
 * Judges by heartbeats who is silent. It measures with the time in which it did read the heartbeats: the time between two
 * reads counts only if both succeeded, and no more of it than two heartbeats' worth, in case this process itself stood
 * still. So nobody is judged silent because of an outage of the store. No two clocks are ever compared.
 */
export class HeartbeatObserver {
  readonly #takeoverAfterMs: number;
  readonly #mostMs: number;
  readonly #sightings = new Map<string, Sighting>();
  #observedMs = 0;
  #lastRead: number | null = null;

  constructor({ takeoverAfterMs, heartbeatMs }: Pick<HeartbeatTimes, 'takeoverAfterMs' | 'heartbeatMs'>) {
    this.#takeoverAfterMs = takeoverAfterMs;
    this.#mostMs = 2 * heartbeatMs;
  }

  /** A read that began at this time of a monotonic clock found these heartbeats, and no others. */
  read(begunAt: number, heartbeats: ReadonlyMap<string, number>): void {
    if (this.#lastRead !== null) this.#observedMs += Math.min(begunAt - this.#lastRead, this.#mostMs);
    this.#lastRead = begunAt;
    for (const [name, heartbeat] of heartbeats)
      if (this.#sightings.get(name)?.heartbeat !== heartbeat) this.#see(name, heartbeat);
    for (const name of this.#sightings.keys())
      if (!heartbeats.has(name) && this.silentMs(name) > FORGOTTEN_AFTER * this.#takeoverAfterMs)
        this.#sightings.delete(name);
  }

  /** A read failed: the time since the last one that succeeded does not count. */
  readFailed(): void {
    this.#lastRead = null;
  }

  /** For how long the last heartbeat has been watched; begins to watch for a name that was not seen yet. */
  silentMs(name: string): number {
    const { since } = this.#sightings.get(name) ?? this.#see(name, null);
    return this.#observedMs - since;
  }

  /** Whether no new heartbeat has been seen for the take-over time; false where the last read failed. */
  isSilent(name: string): boolean {
    return this.silentMs(name) >= this.#takeoverAfterMs && this.#lastRead !== null;
  }

  #see(name: string, heartbeat: number | null): Sighting {
    const sighting = { heartbeat, since: this.#observedMs };
    this.#sightings.set(name, sighting);
    return sighting;
  }
}
