import { expect } from 'chai';
import { inProcessBroker, type InProcessBroker } from '../../../infra/embedded/broker/in-process-broker.js';
import type { Follower } from '../../../workers/follow.js';
import { importJobs } from '../../../workers/importer/importer.js';
import { openDocumentStore } from '../../../infra/embedded/documents/document-store.js';
import { openProjectors, type ReadModelProjectors } from '../../../projections/read-models.js';
import { alone } from '../../support/alone.js';
import { relay } from '../../../workers/relay.js';
import { outcomeOf } from '../support/import-once.js';
import { intoEmptyBroker } from '../support/into-empty-broker.js';
import { identityOf, silent } from '../support/log-of-facts.js';
import { present } from '../support/present.js';
import { openRepository } from '../support/repository.js';
import { continueProcess } from '../../../commands/processes/continue-process.js';
import { unfinishedProcesses } from '../../../commands/processes/unfinished-processes.js';
import { JobRunner } from '../../../workers/job-runner.js';
import { processManager } from '../../../workers/process-manager.js';
import { openedForEach } from '../../support/platform/opened.js';

describe('importing by trigger', () => {
  const repository = openedForEach(openRepository);
  let broker: InProcessBroker;
  let jobRunner: JobRunner;
  let views: ReadModelProjectors;
  let followers: Follower[];
  const start = async (holder: string): Promise<void> => {
    const { dependencies, events, records } = repository;
    const identity = identityOf(holder, () => true);
    broker = inProcessBroker({ onParked: () => undefined });
    views = openProjectors({ events, documents: openDocumentStore(':memory:'), liveness: alone() });
    const { jobs, jobsState: state, jobsReached: reached } = views.readModels;
    const kinds = [importJobs({ dependencies, identity, log: silent })];
    const queue = { ...jobs, state, reached };
    jobRunner = new JobRunner({ kinds, queue, presence: present(holder, { identity }), log: silent });
    await jobRunner.listen(broker);
    followers = [
      await relay({ events, records, publisher: intoEmptyBroker(broker.publish), identity, log: silent }),
      await processManager({
        events,
        records,
        processes: { continueFrom: (fact) => continueProcess(dependencies, fact), unfinished: unfinishedProcesses },
        identity,
        log: silent,
      }),
    ];
  };
  const stop = async (): Promise<void> => {
    await jobRunner.stop(1_000);
    for (const follower of followers) await follower.stop();
    await broker.close();
    await views.close();
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
