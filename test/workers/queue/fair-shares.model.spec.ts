import { expect } from 'chai';
import { FairShares } from '../../../workers/queue/fair-shares.js';
import { HEAD_EVERY } from '../../../workers/queue/order-of-trial.js';
import { randomNumbers } from '../../support/random/random-numbers.js';
import { SEED } from '../../support/random/seed.js';

interface Job {
  readonly jobId: string;
  readonly agent: string;
  /** Lower ones come first among those of an agent. */
  readonly rank: number;
  /** At which claim it was asked for. */
  readonly asked: number;
}

interface Claim {
  readonly job: Job;
  readonly holder: string;
  /** The jobs of its agent that waited then. */
  readonly overtaken: readonly Job[];
  readonly running: number;
}

interface Wishes {
  readonly processes: number;
  readonly slots?: number;
  readonly agentJobs?: number;
  /** How many claims the view is behind. */
  readonly lag?: number;
}

/** Processes that work the jobs of one queue, one claim after the other, in a random order. */
const queueOf = ({ processes, slots = 2, agentJobs = 0, lag = 0 }: Wishes, random: () => number) => {
  const waiting = new Map<string, Job>();
  const claimed = new Set<string>();
  const running = new Map<string, Job[]>();
  const claims: Claim[] = [];
  let asked = 0;
  let met = 0;
  const shown = (): Job[] => [...waiting.values()].toSorted((a, b) => a.rank - b.rank);
  const queue = {
    nextOfAgent: ({ after }: { readonly after: string | null }) => {
      const [next] = shown()
        .filter(({ agent }) => agent > (after ?? ''))
        .toSorted((a, b) => (a.agent < b.agent ? -1 : 1));
      return Promise.resolve(next ?? null);
    },
    waitingOf: ({ agent, limit }: { readonly agent: string; readonly limit: number }) =>
      Promise.resolve(
        shown()
          .filter((job) => job.agent === agent)
          .slice(0, limit),
      ),
    runningOf: (agent: string) => Promise.resolve(runningOf(agent)),
  };
  const runningOf = (of: string): number => [...running.values()].flat().filter(({ agent }) => agent === of).length;
  const holders = Array.from({ length: processes }, (_, index) => `host-${index}:${index * 7}:${index}`);
  const shares = new Map(
    holders.map((holder) => [
      holder,
      new FairShares<Job>({
        ...{ queue, kinds: ['import'], slots, agentJobs, random },
        isNotToTry: (jobId) => running.get(holder)!.some((job) => job.jobId === jobId),
        choosers: () => ({ holder, holders }),
      }),
    ]),
  );
  for (const holder of holders) running.set(holder, []);
  /** A process with a free slot claims a job; false where it finds none. */
  const claim = async (holder: string): Promise<boolean> => {
    for await (const job of shares.get(holder)!.candidates()) {
      if (claimed.has(job.jobId)) {
        met += 1;
        continue;
      }
      claimed.add(job.jobId);
      running.get(holder)!.push(job);
      const overtaken = shown().filter((other) => other.agent === job.agent && other.rank < job.rank);
      claims.push({ job, holder, overtaken, running: runningOf(job.agent) });
      const seen = claims.length - 1 - lag;
      if (seen >= 0) waiting.delete(claims[seen]!.job.jobId);
      return true;
    }
    return false;
  };
  const hasSlot = (holder: string): boolean => running.get(holder)!.length < slots;
  return {
    holders,
    claims,
    met: () => met,
    waits: () => [...waiting.keys()].filter((jobId) => !claimed.has(jobId)).length,
    ask: (agent: string, count = 1, priority = 0): void => {
      for (let index = 0; index < count; index++) {
        const rank = ++asked - 1_000 * priority;
        const job = { jobId: `job-${asked}`, agent, rank, asked: claims.length };
        waiting.set(job.jobId, job);
      }
    },
    /** Every process with a free slot looks once, in a random order. */
    async look(): Promise<number> {
      let claimsMade = 0;
      for (const holder of holders.toSorted(() => random() - 0.5))
        if (hasSlot(holder) && (await claim(holder))) claimsMade += 1;
      return claimsMade;
    },
    /** One of the jobs that run ends. */
    end(): void {
      const busy = holders.filter((holder) => running.get(holder)!.length > 0);
      const jobs = running.get(busy[Math.floor(random() * busy.length)] ?? '') ?? [];
      jobs.splice(Math.floor(random() * jobs.length), 1);
    },
  };
};

type Queue = ReturnType<typeof queueOf>;

/** Works until nothing waits, or so many claims were made. */
const work = async (queue: Queue, most = Infinity): Promise<void> => {
  while (queue.waits() > 0 && queue.claims.length < most) {
    await queue.look();
    queue.end();
  }
};

describe('fair shares', () => {
  const random = randomNumbers(SEED);
  const namesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `agent-${index}`);

  it('does not let the thousandth job of an agent stand before the first of another', async () => {
    for (const processes of [1, 2, 4, 13]) {
      const queue = queueOf({ processes }, random);
      queue.ask('ann', 1_000);
      await work(queue, 100);
      queue.ask('bob');
      queue.ask('cem');
      const before = queue.claims.length;
      await work(queue, before + 4 * processes);
      for (const agent of ['bob', 'cem']) {
        const at = queue.claims.findIndex(({ job }) => job.agent === agent);
        expect(at - before, `${agent}, ${processes} processes, seed ${SEED}`).to.be.within(0, 2 * processes);
      }
    }
  });

  it('gives each agent a job before any has its second, whatever each has waiting', async () => {
    const queue = queueOf({ processes: 1, slots: 1 }, random);
    for (const [index, agent] of namesOf(20).entries()) queue.ask(agent, 1 + index * 10);
    await work(queue, 20);
    expect(new Set(queue.claims.map(({ job }) => job.agent)).size).to.equal(20);
  });

  it('takes the jobs of an agent strictly by rank where there is one process', async () => {
    const queue = queueOf({ processes: 1 }, random);
    for (let turn = 0; turn < 300; turn++) queue.ask('ann', 1, Math.floor(random() * 21) - 10);
    await work(queue);
    expect(queue.claims.every(({ overtaken }) => overtaken.length === 0)).to.equal(true);
    expect(queue.claims).to.have.length(300);
  });

  it('lets no job starve: it is overtaken by a bounded number of later ones of its agent', async () => {
    for (const processes of [2, 5, 12]) {
      const queue = queueOf({ processes, lag: processes }, random);
      const overtaken = new Map<string, number>();
      for (let turn = 0; turn < 120; turn++) {
        for (const agent of namesOf(3)) queue.ask(agent, 1 + Math.floor(random() * 4));
        await queue.look();
        for (let ends = Math.floor(random() * 2 * processes); ends > 0; ends--) queue.end();
      }
      await work(queue);
      for (const { overtaken: jobs } of queue.claims)
        for (const { jobId } of jobs) overtaken.set(jobId, (overtaken.get(jobId) ?? 0) + 1);
      const width = 2 * processes;
      expect(Math.max(...overtaken.values()), `${processes} processes, seed ${SEED}`).to.be.at.most(
        HEAD_EVERY * 2 * width,
      );
    }
  });

  it('keeps the limits of a process and of an agent', async () => {
    const queue = queueOf({ processes: 6, slots: 2, agentJobs: 3 }, random);
    queue.ask('ann', 200);
    queue.ask('bob', 50);
    await work(queue);
    expect(queue.claims).to.have.length(250);
    expect(Math.max(...queue.claims.map(({ running }) => running))).to.equal(3);
  });

  it('uses every slot while jobs wait, also those of one agent alone', async () => {
    const queue = queueOf({ processes: 5, slots: 2 }, random);
    queue.ask('ann', 100);
    expect((await queue.look()) + (await queue.look())).to.equal(10);
  });

  it('rarely lets processes meet at one job, also when all look at the same moment', async () => {
    for (const processes of [4, 12]) {
      const queue = queueOf({ processes, lag: processes }, random);
      for (const agent of namesOf(3)) queue.ask(agent, 1_000);
      await work(queue, 400);
      expect(queue.met() / queue.claims.length, `${processes} processes, seed ${SEED}`).to.be.below(0.25);
    }
  });
});
