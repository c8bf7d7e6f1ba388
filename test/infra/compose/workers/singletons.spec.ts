import { expect } from 'chai';
import type { Dependencies } from '../../../../commands/core/dependencies.js';
import { sharedSingletons } from '../../../../infra/compose/workers/singletons.js';
import { openSharedRecords } from '../../../../infra/embedded/shared-records.js';
import { DisposalStack } from '../../../../infra/compose/process/disposal-stack.js';
import type { SingletonRun } from '../../../../workers/singleton.js';
import { identityOf, openLog, silent } from '../../../workers/support/log-of-facts.js';
import { present } from '../../../workers/support/present.js';
import { openVirtualTime, pass, type Life, type VirtualTime } from '../../../support/scheduling/virtual-time.js';

const maker = { producer: 'test', now: () => new Date(0) };

describe('the singletons of a process that shares the log', () => {
  let time: VirtualTime;
  const life: Life = { name: 'a process', state: 'running' };
  beforeEach(() => {
    time = openVirtualTime(1);
  });
  afterEach(() => time.end());

  it('are all left at once, and none waits for another', async () => {
    const events = openLog();
    const records = openSharedRecords(':memory:');
    const disposal = new DisposalStack();
    const dependencies = { ...maker, events } as Partial<Dependencies> as Dependencies;
    const identity = identityOf('one');
    const singletons = time.run(life, () =>
      sharedSingletons({
        dependencies,
        identity,
        records,
        presence: present('one', { records }),
        log: silent,
        takeoverMs: 60_000,
        disposal,
      }),
    );
    const leaving: string[] = [];
    let allLeave = (): void => undefined;
    const everybodyLeaves = new Promise<void>((resolve) => (allLeave = resolve));
    for (const name of ['one', 'other']) {
      const stop = (): Promise<void> => {
        if (leaving.push(name) === 2) allLeave();
        return everybodyLeaves;
      };
      const open = (): Promise<SingletonRun> =>
        Promise.resolve({ handled: () => null, ended: new Promise<void>(() => undefined), stop });
      await time.run(life, () => singletons.runDelayed(name, open));
    }
    await pass(time, 5_000);
    const closed = time.run(life, () => disposal.close());
    await pass(time, 5_000);
    expect(leaving.toSorted()).to.deep.equal(['one', 'other']);
    await closed;
    await events.close();
  });

  it('tell which one ought to run and does not, when that lasts', async () => {
    const events = openLog();
    const records = openSharedRecords(':memory:');
    const disposal = new DisposalStack();
    const dependencies = { ...maker, events } as Partial<Dependencies> as Dependencies;
    const identity = identityOf('one');
    const singletons = time.run(life, () =>
      sharedSingletons({
        dependencies,
        identity,
        records,
        presence: present('one', { records }),
        log: silent,
        takeoverMs: 60_000,
        disposal,
      }),
    );
    await time.run(life, () => singletons.runDelayed('sweeper', () => Promise.reject(new Error('no room'))));
    const fault = (): string | null => time.run(life, () => singletons.fault());
    await pass(time, 5_000);
    expect(fault()).to.equal(null);
    await pass(time, 10_000);
    expect(fault()).to.equal('sweeper does not run: no room');
    const closed = time.run(life, () => disposal.close());
    await pass(time, 30_000);
    await closed;
    await events.close();
  });
});
