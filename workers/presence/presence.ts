import { hostname } from 'node:os';
import { cause } from '../../events/cause.js';
import { timestampOf } from '../../events/time.js';
import { backOffMs } from '../../flow/back-off.js';
import { condition } from '../../flow/condition.js';
import { withinDeadline } from '../../flow/deadline.js';
import type { HeartbeatTimes } from '../../flow/lease/heartbeat-times.js';
import type { Liveness } from '../../flow/lease/liveness.js';
import { pause } from '../../flow/pause.js';
import { settledWithin } from '../../flow/settled-within.js';
import type { SharedRecord, SharedRecords } from '../../flow/shared-records.js';
import type { Log } from '../log.js';
import type { ProcessIdentity } from './process-identity.js';
import { ObservedProcesses } from './observed-processes.js';
import { OwnRecord } from './own-record.js';
import { RunningJobs, type ListedJob } from './running-jobs.js';
import { Standing } from './standing.js';

/** All shared records, as they were read at once. */
interface SharedLook {
  /** When the read began, by the monotonic clock of this process. */
  readonly begunAt: number;
  readonly records: ReadonlyMap<string, SharedRecord>;
}

/** This process among all that share the records. */
export interface Presence extends Liveness {
  /** What this process read last: nothing before the first time. */
  look(): SharedLook;
  /** Lists a job as worked by this process until `end` is called; `report` changes what the record tells of it (no I/O). */
  beginJob(jobId: string, epoch: number): ListedJob;
  /**
   * Whether a job that this process does not work may be taken over from the holder that its ledger names: that has ended
   * or left, is this process, or has shown no heartbeat for the take-over time that lists the job.
   */
  mayTakeOver(jobId: string, holder: string): boolean;
  /** The processes with a role that are there, as far as is known. */
  holdersWith(role: string): readonly string[];
  /** Calls back when another process is first seen to have ended or left, or to be silent. */
  onEnded(listener: (holder: string) => void): void;
  /** Tells the others that this process leaves, and writes no more heartbeats. Never rejects. */
  leave(): Promise<void>;
}

export interface PresenceOptions {
  readonly records: SharedRecords;
  readonly identity: ProcessIdentity;
  readonly roles: readonly string[];
  readonly times: HeartbeatTimes;
  readonly log: Log;
}

const LEAVE_MS = 2_000;
/** The wait after a first failure. */
const FIRST_MS = 200;

/**
 * Writes the record of this process regularly and reads those of all others, in two calls at a time, from which all its
 * leases and jobs are judged.
 */
export const openPresence = (options: PresenceOptions): Presence => {
  const own = new PresentProcess(options);
  return {
    holder: options.identity.holder,
    standing: () => own.standing.signal,
    isGone: (holder) => own.others.isGone(holder),
    nextLook: (signal) => own.looked.wait({ signal }),
    look: () => own.look,
    beginJob: (jobId, epoch) => own.jobs.begin(jobId, epoch),
    mayTakeOver: (jobId, holder) => own.others.mayTakeOver(jobId, holder),
    holdersWith: (role) => own.others.withRole(role),
    onEnded: (listener) => void own.listeners.add(listener),
    leave: () => own.leave(),
  };
};

class PresentProcess {
  readonly others: ObservedProcesses;
  readonly jobs: RunningJobs;
  readonly standing: Standing;
  readonly looked = condition();
  readonly listeners = new Set<(holder: string) => void>();
  look: SharedLook = { begunAt: -Infinity, records: new Map() };
  readonly #options: PresenceOptions;
  readonly #record: OwnRecord;
  readonly #closing = new AbortController();
  readonly #beating: Promise<void>;

  constructor(options: PresenceOptions) {
    const { records, identity, roles, times } = options;
    const { holder, producer } = identity;
    const now = (): string => timestampOf(identity.now());
    this.#options = options;
    this.#record = new OwnRecord(records, {
      holder,
      host: hostname(),
      pid: process.pid,
      roles,
      producer,
      since: now(),
    });
    this.others = new ObservedProcesses(identity, times);
    this.jobs = new RunningJobs(now);
    this.standing = new Standing(times.giveUpAfterMs);
    this.#beating = this.#beatRegularly();
  }

  async leave(): Promise<void> {
    this.#closing.abort();
    await this.#beating;
    this.standing.end();
    const leaving = this.#record.write({ jobs: [], left: true });
    leaving.catch(this.#warn('The others were not told that this process leaves'));
    await settledWithin(leaving, LEAVE_MS);
  }

  async #beatRegularly(): Promise<void> {
    const { heartbeatMs, workingHeartbeatMs } = this.#options.times;
    for (let failures = 0; !this.#closing.signal.aborted; failures++) {
      if (await this.#beat()) failures = -1;
      const everyMs = this.jobs.all().length === 0 ? heartbeatMs : workingHeartbeatMs;
      const againMs = failures < 0 ? everyMs : backOffMs(failures, { firstMs: FIRST_MS, capMs: everyMs / 2 });
      await pause(againMs, this.#closing.signal);
    }
  }

  /** Whether all went well. */
  async #beat(): Promise<boolean> {
    const begunAt = performance.now();
    const [wrote, read] = await Promise.allSettled([
      this.#inTime(this.#record.write({ jobs: this.jobs.all(), left: false })),
      this.#inTime(this.#options.records.list('')),
    ]);
    if (wrote.status === 'fulfilled') this.standing.wrote(begunAt);
    else this.#warn('A heartbeat was not written')(wrote.reason);
    if (read.status === 'fulfilled') this.#wasRead(begunAt, read.value);
    else {
      this.others.readFailed();
      this.#warn('The heartbeats of other processes were not read')(read.reason);
    }
    return wrote.status === 'fulfilled' && read.status === 'fulfilled';
  }

  #wasRead(begunAt: number, found: readonly SharedRecord[]): void {
    this.look = { begunAt, records: new Map(found.map((record) => [record.name, record])) };
    for (const gone of this.others.read(begunAt, found)) for (const listener of this.listeners) listener(gone);
    this.looked.notifyAll();
    for (const { name, tag } of this.others.outdated())
      this.#options.records.remove(name, tag).catch(this.#warn('The record of a former process was not removed'));
  }

  #inTime<T>(call: Promise<T>): Promise<T> {
    return withinDeadline(call, { ms: this.#options.times.giveUpAfterMs / 2 });
  }

  #warn(message: string): (error: unknown) => void {
    return (error) => this.#options.log.warn(message, cause(error));
  }
}
