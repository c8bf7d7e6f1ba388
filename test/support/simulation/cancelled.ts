import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { steerJob } from '../../../commands/steering/steer-job.js';
import { differences, runCase, type Case } from './cases.js';
import type { Scheduler } from './drive.js';
import { keysIn, versionsIn } from './outcome.js';
import { intentOf, persistent, type Wish } from './scenarios.js';
import type { Visitor } from './schedulers.js';
import { openWorld, type World } from './world.js';

/** What became of a cancel. */
export type Cancelled = 'cancelled' | 'version-decided' | 'job-ended' | 'nothing to cancel';

/** What a run came to in which an agent cancelled the job. */
export interface CancelledRun {
  readonly cancel: Cancelled | 'no answer';
  readonly differences: readonly string[];
  readonly story: readonly string[];
}

/** Cancels the job that the group has when the visitor comes. */
const cancellerOf = (group: string): Visitor & { readonly answer: () => CancelledRun['cancel'] } => {
  let answer: CancelledRun['cancel'] = 'no answer';
  return {
    name: 'canceller',
    answer: () => answer,
    async visit(dependencies) {
      const jobId = (await persistent(() => readLedger(dependencies.events, group))).job?.jobId;
      if (jobId === undefined) {
        answer = 'nothing to cancel';
        return;
      }
      const job = { kind: 'import', jobId, archivalGroup: group } as const;
      const result = await persistent(() => steerJob(dependencies, intentOf('cancel'), job, 'cancel'));
      answer = result.ok ? 'cancelled' : (result.refusal.code as Cancelled);
    },
  };
};

/** What is stored before the job, where it leaves nothing behind. */
const storedBefore = async ({ past }: Case): Promise<Pick<Case, 'versions' | 'keys'>> => {
  const world = await openWorld(() => new Date(0), past);
  try {
    return { versions: await versionsIn(world), keys: await keysIn(world) };
  } finally {
    await world.close();
  }
};

/**
 * Lets a scheduler see a job through that an agent cancels when the scheduler says so. It must have ended as without a
 * cancel, or leave nothing behind: whichever of the two the agent was told, if they lived to hear it.
 */
export const runCancelled = async (
  known: Case,
  schedule: (canceller: Visitor) => Scheduler,
  leapMs = 0,
): Promise<CancelledRun> => {
  const canceller = cancellerOf(known.wish.group);
  const found = { isCancelled: false };
  const ends = async ({ events }: World): Promise<Wish['ends']> => {
    found.isCancelled = (await readLedger(events, known.wish.group)).cancelled.length > 0;
    return found.isCancelled ? 'completedWithErrors' : known.wish.ends;
  };
  const run = await runCase(known, { schedule: schedule(canceller), ends, leapMs });
  const { isCancelled } = found;
  const wanted = isCancelled ? { ...known, ...(await storedBefore(known)) } : known;
  const cancel = canceller.answer();
  const isTrue = cancel === 'no answer' || (cancel === 'cancelled') === isCancelled;
  const untrue = isTrue ? [] : [`the agent was told ${cancel}`];
  return { cancel, differences: [...untrue, ...differences(wanted, run)], story: run.story };
};
