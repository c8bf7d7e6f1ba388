import { cause } from '../events/cause.js';
import type { Position } from '../events/envelope.js';
import { backOffMs } from '../flow/back-off.js';
import { settledWithin } from '../flow/settled-within.js';
import { unlessAborted } from '../flow/unless-aborted.js';
import type { JobDocument } from '../projections/jobs/job-document.js';
import type { FactListener } from './fact-listener.js';
import type { JobKind } from './job-kind.js';
import type { Log } from './log.js';
import type { Presence } from './presence/presence.js';
import { ClaimedJobs } from './queue/claimed-jobs.js';
import { FairShares } from './queue/fair-shares.js';
import type { Choosers } from './queue/order-of-trial.js';
import type { JobQueue } from './queue/job-queue.js';
import { RepeatedLook } from './queue/repeated-look.js';
import { whenViewComplete } from './when-view-complete.js';

export interface JobRunnerOptions {
  readonly kinds: readonly JobKind[];
  readonly queue: JobQueue;
  readonly presence: Presence;
  readonly log: Log;
  /** How many jobs of each kind are worked at once. */
  readonly slots?: number;
  /** How many jobs of one agent may run at once on the platform; 0 for any number. */
  readonly agentJobs?: number;
  /** How often waiting jobs are looked for while a slot is free, besides wakes. */
  readonly lookEveryMs?: number;
  /** How often running jobs are looked for whose process has ended. */
  readonly takeOverEveryMs?: number;
}

/** A kind of jobs, and the order in which this process tries those that wait. */
interface Lane {
  readonly kind: JobKind;
  readonly shares: FairShares<JobDocument>;
  /** When to look next for running jobs to take over, by the monotonic clock. */
  takeOverDueMs: number;
  /** The state in which the view showed no running job of the kind, and that in which it showed none that waits. */
  noneRunsIn: string | null;
  noneWaitsIn: string | null;
}

/** How long a wake waits for the view of jobs to show what it was for. */
const VIEW_MS = 10_000;
/** The rests after such looks. */
const BEHIND = { firstMs: 50, capMs: 1_000 };
/** Running jobs are read in pages of so many. */
const PAGE = 100;

/** Works the jobs of all kinds of its process, some of each at once; the process that claims a job first works it. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #slots: number;
  readonly #claimed: ClaimedJobs;
  readonly #lanes: readonly Lane[];
  readonly #closing = new AbortController();
  readonly #looks: RepeatedLook;
  #awaited: Position | null = null;
  #waking: Promise<void> | null = null;
  /** How many looks in succession met jobs that could not be claimed, mostly as the view is behind, or failed. */
  #looksInVain = 0;
  /** Ends the close watch of other processes; null without one. */
  #endWatch: (() => void) | null = null;

  constructor(options: JobRunnerOptions) {
    const { kinds, queue, presence, slots = 2, agentJobs = 0 } = options;
    this.#options = options;
    this.#slots = slots;
    this.#claimed = new ClaimedJobs({ ...options, onFree: () => this.wake() });
    const isNotToTry = (jobId: string): boolean => this.#claimed.isNotToTry(jobId);
    const sharing = { queue, slots, agentJobs, isNotToTry, random: Math.random };
    this.#lanes = kinds.map((kind) => {
      const choosers = (): Choosers => ({ holder: presence.holder, holders: presence.holdersWith(kind.role) });
      const shares = new FairShares({ ...sharing, kinds: kind.names, choosers });
      return { kind, shares, takeOverDueMs: 0, noneRunsIn: null, noneWaitsIn: null };
    });
    if (kinds.length > 0)
      presence.onEnded(() => {
        for (const lane of this.#lanes) lane.takeOverDueMs = 0;
        this.wake();
      });
    this.#looks = new RepeatedLook(() => this.#look(), this.#closing.signal);
  }

  /** Looks for jobs to work now, or as soon as the view of jobs includes the fact at a position. */
  wake(position: Position | null = null): void {
    if (position === null) {
      this.#looks.ask();
      return;
    }
    if (this.#closing.signal.aborted) return;
    if (this.#awaited === null || position > this.#awaited) this.#awaited = position;
    this.#waking ??= this.#lookOnceReached();
  }

  /**
   * Is woken by every fact by which a job of its kinds begins to wait, until what is answered is disposed of: as one group
   * for all kinds, which is shared with the processes that work the same ones. Null where it works none.
   */
  async listen(listener: FactListener): Promise<AsyncDisposable | null> {
    const interests = this.#lanes.map(({ kind }) => kind.askedBy);
    if (interests.length === 0) return null;
    const group = interests.map((each) => each.group).toSorted();
    const topics = new Set(interests.flatMap((each) => each.topics));
    const types = interests.flatMap((each) => each.types);
    return listener.listen({ group: group.join('-'), topics: [...topics], types }, ({ position }) => {
      this.wake(position);
      return Promise.resolve({ done: true });
    });
  }

  /** Resolves when no job is being worked, and none is being looked for, which goes on after a look in vain. */
  async idle(): Promise<void> {
    do {
      await this.#waking;
      await this.#claimed.ended();
      await (this.#mustLookAgain() ? this.#looks.next() : this.#looks.rested());
    } while (this.#waking !== null || !this.#claimed.isEmpty() || this.#mustLookAgain());
  }

  /**
   * Claims no more jobs; waits `graceMs` for work to end, then stops it at its next safe point and waits `graceMs`
   * again.
   */
  async stop(graceMs = 6_000): Promise<void> {
    this.#closing.abort(new Error('the job runner is closing'));
    await settledWithin(this.#looks.ended(), graceMs);
    this.#endWatch?.();
    await settledWithin(this.#claimed.ended(), graceMs);
    this.#claimed.stopWork();
    await settledWithin(this.#claimed.ended(), graceMs);
  }

  async #lookOnceReached(): Promise<void> {
    const { queue } = this.#options;
    const { signal } = this.#closing;
    for (let awaited = this.#awaited; awaited !== null && !signal.aborted; awaited = this.#awaited) {
      await unlessAborted(queue.reached(awaited, VIEW_MS), signal).catch(() => false);
      if (this.#awaited === awaited) this.#awaited = null;
      this.#looks.ask();
    }
    this.#waking = null; // at once: the next wake must not take this loop for one that goes on
  }

  /** Fills the free slots. Answers after how many milliseconds to look again. */
  async #look(): Promise<number> {
    const { log, queue, lookEveryMs = 1_000 } = this.#options;
    const { signal } = this.#closing;
    if (this.#lanes.length === 0) return Infinity;
    try {
      const state = await queue.state(); // before all answers, which may be newer
      await whenViewComplete(() => this.#takeOver(state), signal);
      this.#watchOthers(state);
      const isBehind = await whenViewComplete(() => this.#beginWaiting(state), signal);
      this.#looksInVain = isBehind ? this.#looksInVain + 1 : 0;
      return isBehind ? backOffMs(this.#looksInVain - 1, BEHIND) : lookEveryMs;
    } catch (error) {
      this.#looksInVain++;
      if (!signal.aborted) log.warn('The jobs that wait could not be listed', cause(error));
      return lookEveryMs;
    }
  }

  #mustLookAgain(): boolean {
    return this.#looksInVain > 0 && !this.#closing.signal.aborted;
  }

  #hasFreeSlot(kind: JobKind): boolean {
    return !this.#closing.signal.aborted && this.#claimed.count(kind) < this.#slots;
  }

  #freeLanes(): readonly Lane[] {
    return this.#lanes.filter(({ kind }) => this.#hasFreeSlot(kind));
  }

  /** Begins jobs that wait while slots are free. Whether it met some that only the view shows as waiting. */
  async #beginWaiting(state: string | null): Promise<boolean> {
    let isBehind = false;
    for (const lane of this.#freeLanes()) {
      if (state !== null && lane.noneWaitsIn === state) continue;
      if (await this.#fill(lane)) isBehind = true;
      lane.noneWaitsIn = lane.shares.foundNone() ? state : null;
    }
    return isBehind;
  }

  async #fill({ kind, shares }: Lane): Promise<boolean> {
    let isBehind = false;
    while (this.#hasFreeSlot(kind)) {
      let hasBegun = false;
      for await (const document of shares.candidates()) {
        hasBegun = await this.#claimed.begin(kind, document);
        if (hasBegun) break;
        isBehind = true;
      }
      if (!hasBegun) return isBehind;
    }
    return false;
  }

  /** Takes over jobs that run where their process has ended: at once where it is seen to, else once in a while. */
  async #takeOver(state: string | null): Promise<void> {
    const { takeOverEveryMs = 1_000 } = this.#options;
    for (const lane of this.#lanes) {
      if (state !== null && lane.noneRunsIn === state) continue;
      const now = performance.now();
      if (now < lane.takeOverDueMs || !this.#hasFreeSlot(lane.kind)) continue;
      lane.takeOverDueMs = now + takeOverEveryMs; // before the look, since a process may end meanwhile
      for await (const document of this.#abandoned(lane, state))
        if (this.#hasFreeSlot(lane.kind)) await this.#claimed.begin(lane.kind, document);
        else lane.takeOverDueMs = 0;
    }
  }

  /** Watches the processes closely while jobs may run that are to be taken over when one ends. */
  #watchOthers(state: string | null): void {
    const noneRuns = state !== null && this.#lanes.every(({ noneRunsIn }) => noneRunsIn === state);
    if (!noneRuns) this.#endWatch ??= this.#options.presence.attend('awaiting');
    else {
      this.#endWatch?.();
      this.#endWatch = null;
    }
  }

  /** The jobs that run, as the view tells, in a process that has ended, or in none. */
  async *#abandoned(lane: Lane, state: string | null): AsyncGenerator<JobDocument> {
    const { queue, presence } = this.#options;
    const { names: kinds } = lane.kind;
    for (let afterJobId: string | null = null; ;) {
      const page: readonly JobDocument[] = await queue.running({ kinds, limit: PAGE, afterJobId });
      lane.noneRunsIn = afterJobId === null && page.length === 0 ? state : null;
      for (const document of page) {
        const { jobId, holder } = document;
        if (holder !== null && !this.#claimed.isOwn(jobId) && presence.mayTakeOver(jobId, holder)) yield document;
      }
      if (page.length < PAGE) return;
      afterJobId = page.at(-1)?.jobId ?? null;
    }
  }
}
