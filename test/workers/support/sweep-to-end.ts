import type { Dependencies } from '../../../commands/core/dependencies.js';
import { openSharedRecords } from '../../../infra/embedded/shared-records.js';
import { sweeper } from '../../../workers/importer/sweeper.js';
import { lateSweeper } from '../../../workers/late-sweeper.js';
import { identityOf, silent } from './log-of-facts.js';

/** Lets both sweepers, which know no place in the log, sweep to its end. */
export const sweepToEnd = async (dependencies: Dependencies): Promise<void> => {
  const head = (await dependencies.events.head())!;
  const sweeping = (name: string) => ({
    dependencies,
    records: openSharedRecords(':memory:'),
    identity: identityOf(name),
    log: silent,
  });
  const soon = await sweeper(sweeping('sweeper'));
  const late = await lateSweeper({ ...sweeping('late'), lateMs: 0 });
  for (const follower of [soon, late]) {
    await follower.reached(head);
    await follower.stop();
  }
};
