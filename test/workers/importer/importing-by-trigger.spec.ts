import { expect } from 'chai';
import { inProcessBroker, type InProcessBroker } from '../../../infra/embedded/broker/in-process-broker.js';
import type { Follower } from '../../../workers/follow.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { listenForImports, importJobs } from '../../../workers/importer/importer.js';
import { relay } from '../../../workers/relay.js';
import { outcomeOf } from '../support/import-once.js';
import { identityOf, silent } from '../support/log-of-facts.js';
import { openRepository } from '../support/repository.js';
import { continueProcess } from '../../../commands/processes/continue-process.js';
import { JobRunner } from '../../../workers/job-runner.js';
import { processManager } from '../../../workers/process-manager.js';
import { openedForEach } from '../../support/opened.js';

describe('importing by trigger', () => {
  const repository = openedForEach(openRepository);
  let broker: InProcessBroker;
  let jobRunner: JobRunner<ImportTask>;
  let followers: Follower[];
  const start = async (holder: string): Promise<void> => {
    const { dependencies, events } = repository;
    const identity = identityOf(holder);
    broker = inProcessBroker({ onParked: () => undefined });
    const kind = importJobs({ dependencies, identity, log: silent, claimable: () => Promise.resolve([]) });
    jobRunner = new JobRunner({ kind, events, identity, log: silent, takeoverAfterMs: 0 });
    await listenForImports(broker, jobRunner);
    followers = [
      await relay({ events, publisher: broker, identity, log: silent }),
      await processManager({
        events,
        continueFrom: (fact) => continueProcess(dependencies, fact),
        identity,
        log: silent,
      }),
    ];
  };
  const stop = async (): Promise<void> => {
    await jobRunner.stop(1_000);
    for (const follower of followers) await follower.stop();
    await broker.close();
  };
  /** Until nothing is left to do anywhere. */
  const settled = async (): Promise<void> => {
    for (
      let head = await repository.events.head(), before = null;
      head !== before;
      head = await repository.events.head()
    ) {
      before = head;
      for (const follower of followers) if (head !== null) await follower.reached(head);
      await broker.idle();
      await jobRunner.idle();
    }
  };

  it('takes a queued job from the log to its version', async () => {
    await start('one');
    const task = await repository.submit('letters/1911', [await repository.put('add-binary', 'a', 'alpha')]);
    await settled();
    await stop();
    expect(await outcomeOf(repository.dependencies, task)).to.equal(1);
  });

  it('works after the next start a job that was queued while no listener was running', async () => {
    const task = await repository.submit('letters/1911', [await repository.put('add-binary', 'a', 'alpha')]);
    await start('two');
    await settled();
    await stop();
    expect(await outcomeOf(repository.dependencies, task)).to.equal(1);
  });
});
