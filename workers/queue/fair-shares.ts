import type { JobKindName } from '../../projections/jobs/job-document.js';
import { inOrderOfTrial, HEAD_EVERY, type Choosers, type WaitingJob } from './order-of-trial.js';

/** Jobs that wait, as far as a view tells. */
export interface WaitingJobs<Job extends WaitingJob> {
  /** A job of the agent that comes next by name after this one; null after the last. */
  nextOfAgent(of: { readonly kinds: readonly JobKindName[]; readonly after: string | null }): Promise<Job | null>;
  /** The first jobs of an agent, by rank. */
  waitingOf(of: {
    readonly kinds: readonly JobKindName[];
    readonly agent: string;
    readonly limit: number;
  }): Promise<readonly Job[]>;
  /** How many jobs of the agent are running, of any kind. */
  runningOf(agent: string): Promise<number>;
}

export interface FairSharesOptions<Job extends WaitingJob> {
  readonly queue: WaitingJobs<Job>;
  readonly kinds: readonly JobKindName[];
  /** Whether a job that the view shows as waiting is known not to. */
  readonly isNotToTry: (jobId: string) => boolean;
  readonly choosers: () => Choosers;
  /** How many jobs of the kind each process works at once. */
  readonly slots: number;
  /** How many jobs of one agent may run at once; 0 for any number. */
  readonly agentJobs: number;
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
}

/** A process begins after so many agents at most, so that not all begin with the same one. */
const MOST_PASSED_AT_FIRST = 8;

/**
 * Which job of a kind a process tries next: the agents have their turns by name, one job in each turn, and the jobs of an
 * agent come by rank. So the first job of an agent waits for one job of every other agent, however many those have.
 */
export class FairShares<Job extends WaitingJob> {
  readonly #options: FairSharesOptions<Job>;
  #after: string | null = null;
  #round: number;
  #toPass: number;
  #foundNone = false;

  constructor(options: FairSharesOptions<Job>) {
    this.#options = options;
    this.#round = Math.floor(options.random() * HEAD_EVERY);
    this.#toPass = Math.floor(options.random() * MOST_PASSED_AT_FIRST);
  }

  /**
   * The jobs to try, until one is claimed: those of the agent whose turn it is, then those of the next ones, of each agent
   * once. An agent that is asked for has had its turn.
   */
  async *candidates(): AsyncGenerator<Job> {
    const { queue, choosers, agentJobs } = this.#options;
    this.#foundNone = true;
    await this.#passSome();
    for await (const agent of this.#agents()) {
      if (agentJobs > 0 && (await queue.runningOf(agent)) >= agentJobs) continue;
      const now = choosers();
      yield* inOrderOfTrial(await this.#firstOf(agent, now), now, this.#round);
    }
  }

  /** Whether the view showed no waiting job at all when candidates were looked for last. */
  foundNone(): boolean {
    return this.#foundNone;
  }

  /** The agents with waiting jobs, each once, from the one whose turn it is. */
  async *#agents(): AsyncGenerator<string> {
    const begun = this.#after;
    let isLastRound = begun === null;
    for (;;) {
      const next = await this.#nextAgent();
      if (next === null) {
        if (isLastRound) return;
        isLastRound = true;
        this.#after = null;
        this.#round += 1;
        continue;
      }
      if (isLastRound && begun !== null && next.agent > begun) return;
      this.#after = next.agent;
      yield next.agent;
    }
  }

  async #nextAgent(): Promise<Job | null> {
    const { queue, kinds } = this.#options;
    const next = await queue.nextOfAgent({ kinds, after: this.#after });
    if (next !== null) this.#foundNone = false;
    return next;
  }

  /** As many of the agent's first jobs as all processes work at once; more while the view shows some that do not wait. */
  async #firstOf(agent: string, { holders }: Choosers): Promise<readonly Job[]> {
    const { queue, kinds, isNotToTry, slots } = this.#options;
    const width = slots * Math.max(1, holders.length);
    for (let limit = width; ; limit *= 2) {
      const shown = await queue.waitingOf({ kinds, agent, limit });
      const jobs = shown.filter(({ jobId }) => !isNotToTry(jobId));
      if (jobs.length >= width || shown.length < limit) return jobs.slice(0, width);
    }
  }

  async #passSome(): Promise<void> {
    for (; this.#toPass > 0; this.#toPass -= 1) {
      const next = await this.#nextAgent();
      if (next === null && this.#after === null) return;
      this.#after = next?.agent ?? null;
    }
  }
}
