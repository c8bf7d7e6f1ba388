import { hostname } from 'node:os';
import { cause } from '../../events/cause.js';
import { timestampOf } from '../../events/time.js';
import { backOffMs } from '../../flow/back-off.js';
import { condition } from '../../flow/condition.js';
import { withinDeadline } from '../../flow/deadline.js';
import { RESTING_EVERY, type HeartbeatTimes } from '../../flow/lease/heartbeat-times.js';
import type { Attention, Liveness } from '../../flow/lease/liveness.js';
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
 * leases and jobs are judged. A process that holds nothing writes half as often, and one that waits for nothing reads half
 * as often; one that has nothing to do with leases or jobs does not read.
 */
export const openPresence = (options: PresenceOptions): Presence => {
  const own = new PresentProcess(options);
  return {
    holder: options.identity.holder,
    standing: () => own.standing.signal,
    isGone: (holder) => own.others.isGone(holder),
    attend: (why) => own.attend(why),
    nextLook: (signal) => own.looked.wait({ signal }),
    look: () => own.look,
    beginJob: (jobId, epoch) => own.jobs.begin(jobId, epoch),
    mayTakeOver: (jobId, holder) => own.others.mayTakeOver(jobId, holder),
    holdersWith: (role) => own.others.withRole(role),
    onEnded: (listener) => own.listen(listener),
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
  readonly #attentions: Record<Attention, number> = { holding: 0, awaiting: 0 };
  readonly #attended = condition();
  #isAttentionNew = true;
  /** Whether the last call failed. */
  #mustWrite = false;
  #mustRead = false;

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

  attend(why: Attention): () => void {
    let isOver = false;
    this.#attentions[why]++;
    this.#beatSoon();
    return () => {
      if (!isOver) this.#attentions[why]--;
      isOver = true;
    };
  }

  listen(listener: (holder: string) => void): void {
    this.listeners.add(listener);
    this.#beatSoon();
  }

  #beatSoon(): void {
    this.#isAttentionNew = true;
    this.#attended.notifyAll();
  }

  #hasNewAttention(): boolean {
    return this.#isAttentionNew;
  }

  async #beatRegularly(): Promise<void> {
    const { heartbeatMs, workingHeartbeatMs } = this.#options.times;
    const { signal } = this.#closing;
    for (let beats = 0, failures = 0; !signal.aborted; beats++, failures++) {
      const isWhole = this.#isAttentionNew || beats % RESTING_EVERY === 0;
      this.#isAttentionNew = false;
      await this.#beat(isWhole);
      if (!this.#mustWrite && !this.#mustRead) failures = -1;
      const everyMs = this.#isWorking() ? workingHeartbeatMs : heartbeatMs;
      const ms = failures < 0 ? everyMs : backOffMs(failures, { firstMs: FIRST_MS, capMs: everyMs / 2 });
      if (!this.#hasNewAttention()) await this.#attended.wait({ ms, signal });
    }
  }

  #isWorking(): boolean {
    return this.jobs.all().length > 0;
  }

  /** At rest only what failed is done in a heartbeat that is not whole. */
  async #beat(isWhole: boolean): Promise<void> {
    const { holding, awaiting } = this.#attentions;
    const begunAt = performance.now();
    const mayRead = holding + awaiting + this.listeners.size > 0;
    await Promise.all([
      isWhole || this.#mustWrite || holding > 0 || this.#isWorking() ? this.#write(begunAt) : null,
      mayRead && (isWhole || this.#mustRead || awaiting > 0) ? this.#read(begunAt) : null,
    ]);
  }

  async #write(begunAt: number): Promise<void> {
    try {
      await this.#inTime(this.#record.write({ jobs: this.jobs.all(), left: false }));
      this.#mustWrite = false;
      this.standing.wrote(begunAt);
    } catch (error) {
      this.#mustWrite = true;
      this.#warn('A heartbeat was not written')(error);
    }
  }

  async #read(begunAt: number): Promise<void> {
    try {
      const found = await this.#inTime(this.#options.records.list(''));
      this.#mustRead = false;
      this.#wasRead(begunAt, found);
    } catch (error) {
      this.#mustRead = true;
      this.others.readFailed();
      this.#warn('The heartbeats of other processes were not read')(error);
    }
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
