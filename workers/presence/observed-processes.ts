import { HeartbeatObserver } from '../../flow/lease/heartbeat-observer.js';
import type { HeartbeatTimes } from '../../flow/lease/heartbeat-times.js';
import type { SharedRecord } from '../../flow/shared-records.js';
import type { ProcessIdentity } from './process-identity.js';
import { PROCESS_PREFIX, type ProcessRecord } from './process-record.js';

/** The record of a process that is gone is removed after so many take-over times. */
const REMOVED_AFTER = 8;

const jobName = (holder: string, jobId: string): string => `${jobId} by ${holder}`;

/** What one process has seen of all others, in the records that it read. */
export class ObservedProcesses {
  readonly #identity: ProcessIdentity;
  readonly #times: HeartbeatTimes;
  readonly #observer: HeartbeatObserver;
  readonly #gone = new Set<string>();
  #records: readonly SharedRecord<ProcessRecord>[] = [];
  #left: ReadonlySet<string> = new Set();
  /** Those that showed another heartbeat in the last read than in the one before; the same in one of the last two reads. */
  #changed: ReadonlySet<string> = new Set();
  #alive: ReadonlySet<string> = new Set();

  constructor(identity: ProcessIdentity, times: HeartbeatTimes) {
    this.#identity = identity;
    this.#times = times;
    this.#observer = new HeartbeatObserver(times);
  }

  readFailed(): void {
    this.#observer.readFailed();
  }

  /** All records, as a read found them that began at this time. Answers the holders that are gone since the last read. */
  read(begunAt: number, records: readonly SharedRecord[]): readonly string[] {
    const ofProcesses = records.filter(({ name }) => name.startsWith(PROCESS_PREFIX));
    const before = new Map(this.#records.map(({ value }) => [value.holder, value.heartbeat]));
    this.#records = ofProcesses as readonly SharedRecord<ProcessRecord>[];
    const hasChanged = ({ value: { holder, heartbeat } }: SharedRecord<ProcessRecord>): boolean =>
      before.has(holder) && before.get(holder) !== heartbeat;
    const changed = this.#records.filter(hasChanged).map(({ value }) => value.holder);
    this.#alive = new Set([...changed, ...this.#changed]);
    this.#changed = new Set(changed);
    this.#left = new Set(this.#records.flatMap(({ value }) => (value.left ? [value.holder] : [])));
    const heartbeats = this.#records.flatMap(({ value: { holder, heartbeat, jobs } }): [string, number][] => [
      [holder, heartbeat],
      ...jobs.map(({ jobId }): [string, number] => [jobName(holder, jobId), heartbeat]),
    ]);
    this.#observer.read(begunAt, new Map(heartbeats));
    return this.#newlyGone();
  }

  isGone(holder: string): boolean {
    return this.#hasEnded(holder) || (holder !== this.#identity.holder && this.#observer.isSilent(holder));
  }

  /** Whether a job may be taken over from the holder that its ledger names. */
  mayTakeOver(jobId: string, holder: string): boolean {
    if (holder === this.#identity.holder || this.isGone(holder)) return true;
    return this.#observer.isSilent(jobName(holder, jobId));
  }

  /** The holders with a role that are not gone, this process among them once its record was read. */
  withRole(role: string): readonly string[] {
    const present = this.#records.filter(
      ({ value: { holder, roles } }) => roles.includes(role) && !this.isGone(holder),
    );
    return present.map(({ value }) => value.holder);
  }

  /** The records of processes that are gone for long. */
  outdated(): readonly SharedRecord<ProcessRecord>[] {
    const afterMs = REMOVED_AFTER * this.#times.takeoverAfterMs;
    const isOutdated = (holder: string): boolean => this.isGone(holder) && this.#observer.silentMs(holder) >= afterMs;
    return this.#records.filter(({ value }) => isOutdated(value.holder));
  }

  #hasEnded(holder: string): boolean {
    if (this.#left.has(holder)) return true;
    return !this.#alive.has(holder) && this.#identity.hasEnded(holder);
  }

  #newlyGone(): readonly string[] {
    const holders = new Set(this.#records.map(({ value }) => value.holder));
    const gone = [...new Set([...holders, ...this.#gone])].filter((holder) => this.isGone(holder));
    const newly = gone.filter((holder) => !this.#gone.has(holder));
    this.#gone.clear();
    for (const holder of gone) if (holders.has(holder)) this.#gone.add(holder);
    return newly;
  }
}
