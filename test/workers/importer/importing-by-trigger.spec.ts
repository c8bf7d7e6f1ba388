import { expect } from 'chai';
import { continueFrom } from '../../../commands/processes/continue.js';
import { inProcessBroker, type InProcessBroker } from '../../../infra/embedded/broker/in-process-broker.js';
import { openDesk, type Desk } from '../../../workers/desk.js';
import type { Follower } from '../../../workers/follow.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { listenForImports, importing } from '../../../workers/importer/importer.js';
import { relay } from '../../../workers/relay.js';
import { steward } from '../../../workers/steward.js';
import { outcomeOf } from '../support/import-once.js';
import { identityOf, silent } from '../support/log-of-facts.js';
import { openRepository, type Repository } from '../support/repository.js';

describe('importing by trigger', () => {
  let repository: Repository;
  let broker: InProcessBroker;
  let desk: Desk<ImportTask>;
  let followers: Follower[];
  const start = async (holder: string): Promise<void> => {
    const { services, events } = repository;
    const identity = identityOf(holder);
    broker = inProcessBroker({ onParked: () => undefined });
    const trade = importing({ services, identity, log: silent, claimable: () => Promise.resolve([]) });
    desk = openDesk({ trade, events, identity, log: silent, takeoverAfterMs: 0 });
    await listenForImports(broker, desk);
    followers = [
      await relay({ events, publisher: broker, identity, log: silent }),
      await steward({ events, continueFrom: (fact) => continueFrom(services, fact), identity, log: silent }),
    ];
  };
  const stop = async (): Promise<void> => {
    await desk.stop(1_000);
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
      await desk.idle();
    }
  };
  beforeEach(async () => {
    repository = await openRepository();
  });
  afterEach(() => repository.close());

  it('takes a queued job from the log to its version', async () => {
    await start('one');
    const task = await repository.submit('letters/1911', [await repository.put('add-binary', 'a', 'alpha')]);
    await settled();
    await stop();
    expect(await outcomeOf(repository.services, task)).to.equal(1);
  });

  it('takes up at the next start a job that was queued while nobody listened', async () => {
    const task = await repository.submit('letters/1911', [await repository.put('add-binary', 'a', 'alpha')]);
    await start('two');
    await settled();
    await stop();
    expect(await outcomeOf(repository.services, task)).to.equal(1);
  });
});
