import { expect } from 'chai';
import type { Dependencies } from '../../../../commands/core/dependencies.js';
import { identityOf, sharedSingletons } from '../../../../infra/compose/workers/singletons.js';
import { DisposalStack } from '../../../../infra/compose/process/disposal-stack.js';
import type { SingletonRun } from '../../../../workers/singleton.js';
import { openLog, silent } from '../../../workers/support/log-of-facts.js';
import { openVirtualTime, pass, type Life, type VirtualTime } from '../../../support/scheduling/virtual-time.js';

const maker = { producer: 'test', now: () => new Date(0) };
const LOCK = 'documents@here';

describe('who a process is in its leases', () => {
  it('is somebody else each time, also with the same lock', () => {
    const [one, other] = [identityOf(maker, LOCK), identityOf(maker, LOCK)];
    expect(one.holder).to.not.equal(other.holder);
    expect(identityOf(maker, null).holder).to.not.equal(identityOf(maker, null).holder);
  });

  it('knows that those have ended who had its lock before, and never that it has itself', () => {
    const [before, now] = [identityOf(maker, LOCK), identityOf(maker, LOCK)];
    expect(now.hasEnded?.(before.holder)).to.equal(true);
    expect(now.hasEnded?.(now.holder)).to.equal(false);
  });

  it('knows nothing of holders of another lock, of another folder, or of none', () => {
    const now = identityOf(maker, LOCK);
    for (const lock of ['objects@here', 'documents@there', null]) {
      expect(now.hasEnded?.(identityOf(maker, lock).holder), `${lock}`).to.equal(false);
      expect(identityOf(maker, lock).hasEnded?.(now.holder) ?? false, `${lock}`).to.equal(false);
    }
  });
});

describe('the singletons of a process that shares the log', () => {
  let time: VirtualTime;
  const life: Life = { name: 'a process', state: 'running' };
  beforeEach(() => {
    time = openVirtualTime(1);
  });
  afterEach(() => time.end());

  it('are all left at once, and none waits for another', async () => {
    const events = openLog();
    const disposal = new DisposalStack();
    const dependencies = { ...maker, events } as Partial<Dependencies> as Dependencies;
    const identity = identityOf(maker, null);
    const singletons = time.run(life, () =>
      sharedSingletons({ dependencies, identity, log: silent, takeoverMs: 60_000, disposal }),
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
    const disposal = new DisposalStack();
    const dependencies = { ...maker, events } as Partial<Dependencies> as Dependencies;
    const identity = identityOf(maker, null);
    const singletons = time.run(life, () =>
      sharedSingletons({ dependencies, identity, log: silent, takeoverMs: 60_000, disposal }),
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
