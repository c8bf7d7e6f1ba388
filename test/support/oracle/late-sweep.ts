import type { Dependencies } from '../../../commands/core/dependencies.js';
import { openSharedRecords } from '../../../infra/embedded/shared-records.js';
import { lateSweeper } from '../../../workers/late-sweeper.js';

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Lets the late sweep, which runs here without its delay, pass over the whole log. */
export const lateSweep = async (dependencies: Dependencies): Promise<void> => {
  const identity = { holder: 'oracle', producer: 'oracle', hasEnded: () => false, now: dependencies.now };
  const sweeper = await lateSweeper({
    dependencies,
    records: openSharedRecords(':memory:'),
    identity,
    log: quiet,
    lateMs: 0,
  });
  const head = await dependencies.events.head();
  if (head !== null) await sweeper.reached(head);
  await sweeper.stop();
};
