import { expect } from 'chai';
import type { Attention } from '../../../flow/lease/liveness.js';
import { openSharedRecords, type EmbeddedSharedRecords } from '../../../infra/embedded/shared-records.js';
import type { ProcessIdentity } from '../../../workers/presence/process-identity.js';
import type { Presence } from '../../../workers/presence/presence.js';
import { readProcesses } from '../../../workers/presence/read-processes.js';
import { faulty } from '../../support/faults/faulty.js';
import { openVirtualTime, pass, type VirtualTime } from '../../support/scheduling/virtual-time.js';
import { identityOf } from '../support/log-of-facts.js';
import { present, TIMES } from '../support/present.js';

describe('the presence of processes', () => {
  let records: EmbeddedSharedRecords;
  let time: VirtualTime;
  const entered: Entered[] = [];
  beforeEach(() => {
    records = openSharedRecords(':memory:');
    time = openVirtualTime(1);
  });
  afterEach(async () => {
    const left = Promise.all(entered.splice(0).map((each) => each.leave()));
    await pass(time, 10_000);
    await left;
    time.end();
    await records.close();
  });

  interface Entered {
    readonly presence: Presence;
    readonly ended: string[];
    readonly calls: string[];
    /** Nothing that it asks of its store succeeds; true again undoes that. */
    connected(connected: boolean): void;
    paused(paused: boolean): void;
    leave(): Promise<void>;
  }
  const enter = (
    holder: string,
    hasEnded?: ProcessIdentity['hasEnded'],
    attentions: readonly Attention[] = ['holding', 'awaiting'],
  ): Entered => {
    const life = { name: holder, state: 'running' as 'running' | 'paused' };
    let isConnected = true;
    const calls: string[] = [];
    const over = faulty(records, ({ method }, moment) => {
      if (moment === 'before') calls.push(method);
      if (!isConnected) throw new Error('cut off');
    });
    const presence = time.run(life, () => present(holder, { records: over, identity: identityOf(holder, hasEnded) }));
    const ended: string[] = [];
    presence.onEnded((other) => ended.push(other));
    for (const why of attentions) presence.attend(why);
    const process: Entered = {
      presence,
      ended,
      calls,
      connected: (connected) => void (isConnected = connected),
      paused: (paused) => void (life.state = paused ? 'paused' : 'running'),
      leave: () => time.run(life, () => presence.leave()),
    };
    entered.push(process);
    return process;
  };
  const holders = async (): Promise<string[]> => (await readProcesses(records)).map(({ holder }) => holder);

  it('is told of in one record for each process, until it leaves', async () => {
    const one = enter('one');
    enter('two');
    await pass(time, 100);
    const [first] = await readProcesses(records);
    expect(first).to.deep.include({ holder: 'one', pid: process.pid, roles: ['importer'], producer: 'test', jobs: [] });
    expect(first?.since).to.match(/^\d{4}-.{22}Z$/);
    expect(await holders()).to.deep.equal(['one', 'two']);
    await one.leave();
    expect(await holders()).to.deep.equal(['two']);
  });

  it('costs a write and a read a heartbeat; half the writes where nothing is held, half the reads where nothing is awaited', async () => {
    const states: readonly (readonly Attention[])[] = [['holding', 'awaiting'], ['holding'], ['awaiting'], []];
    const all = states.map((attentions, index) => enter(`${index}`, undefined, attentions));
    await pass(time, 100);
    for (const { calls } of all) calls.length = 0;
    await pass(time, 60_000);
    const beats = 60_000 / TIMES.heartbeatMs;
    const count = ({ calls }: Entered, name: string): number => calls.filter((each) => each === name).length / beats;
    expect(all.map((each) => [count(each, 'write'), count(each, 'list')])).to.deep.equal([
      [1, 1],
      [1, 0.5],
      [0.5, 1],
      [0.5, 0.5],
    ]);
    expect(all.flatMap(({ calls }) => calls.filter((name) => !['write', 'list'].includes(name)))).to.deep.equal([]);
  });

  it('is read of by nobody who has nothing to do with leases or jobs', async () => {
    let reads = 0;
    const over = faulty(records, ({ method }) => void (reads += Number(method === 'list')));
    const life = { name: 'gateway', state: 'running' } as const;
    const presence = time.run(life, () => present('gateway', { records: over }));
    await pass(time, 60_000);
    expect([reads, await holders()]).to.deep.equal([0, ['gateway']]);
    await time.run(life, () => presence.leave());
  });

  it('is watched closely by a process from the moment at which it begins to wait for others', async () => {
    const one = enter('one');
    const two = enter('two', undefined, []);
    await pass(time, 60_000 + 1_600);
    one.paused(true);
    two.presence.attend('awaiting');
    await pass(time, TIMES.takeoverAfterMs + TIMES.heartbeatMs);
    expect(two.presence.isGone('one')).to.equal(true);
  });

  it('tells of the jobs that a process works, and how far they are, at least once a second', async () => {
    const { presence } = enter('one');
    const job = presence.beginJob('a', 3);
    await pass(time, TIMES.heartbeatMs);
    const told = async () => (await readProcesses(records))[0]?.jobs[0];
    expect(await told()).to.deep.include({ jobId: 'a', epoch: 3, step: null, files: 0, bytes: 0, ofFiles: null });
    job.report({ step: 'copying', files: 2, bytes: 7, ofFiles: 10 });
    await pass(time, 1_000);
    expect(await told()).to.deep.include({ step: 'copying', files: 2, bytes: 7, ofFiles: 10, ofBytes: null });
    job.end();
    await pass(time, 1_000);
    expect(await told()).to.equal(undefined);
  });

  it('ends for the others when a process shows no heartbeat for the take-over time, and not before', async () => {
    const one = enter('one');
    const two = enter('two');
    await pass(time, 600_000);
    expect([two.presence.isGone('one'), two.ended]).to.deep.equal([false, []]);
    one.paused(true);
    await pass(time, TIMES.takeoverAfterMs - 100);
    expect(two.presence.isGone('one')).to.equal(false);
    await pass(time, 2 * TIMES.heartbeatMs);
    expect([two.presence.isGone('one'), two.ended]).to.deep.equal([true, ['one']]);
  });

  it('begins again for the others with the next heartbeat', async () => {
    const one = enter('one');
    const two = enter('two');
    await pass(time, 5_000);
    one.paused(true);
    await pass(time, 15_000);
    expect(two.presence.isGone('one')).to.equal(true);
    one.paused(false);
    await pass(time, 5_000);
    expect(two.presence.isGone('one')).to.equal(false);
  });

  it('ends for the others at once when a process leaves, or is known to have ended', async () => {
    await records.write('process/killed', { holder: 'killed', heartbeat: 4, jobs: [], left: false }, null);
    const one = enter('one');
    const two = enter('two', (holder) => holder === 'killed');
    await pass(time, 100);
    expect([two.ended, one.presence.isGone('killed')]).to.deep.equal([['killed'], false]);
    await one.leave();
    await pass(time, TIMES.heartbeatMs);
    expect(two.ended).to.deep.equal(['killed', 'one']);
  });

  it('is given up by a process that can write no heartbeat, before another one may take over', async () => {
    const one = enter('one');
    const two = enter('two');
    await pass(time, 5_000);
    const standing = one.presence.standing();
    one.connected(false);
    await pass(time, TIMES.giveUpAfterMs - TIMES.heartbeatMs - 100);
    expect(standing.aborted).to.equal(false);
    await pass(time, TIMES.heartbeatMs + 100);
    expect((standing.reason as Error).name).to.equal('LeaseLost');
    expect(two.presence.isGone('one')).to.equal(false);
    one.connected(true);
    await pass(time, TIMES.heartbeatMs);
    expect(one.presence.standing().aborted).to.equal(false);
  });

  it('lasts through an outage of the store for all that are there again', async () => {
    const all = ['one', 'two', 'three'].map((holder) => enter(holder));
    await pass(time, 5_000);
    for (const each of all) each.connected(false);
    await pass(time, 600_000);
    for (const each of all) each.connected(true);
    await pass(time, 60_000);
    expect(all.map(({ ended }) => ended)).to.deep.equal([[], [], []]);
  });

  it('lasts when the store is emptied', async () => {
    const [one, two] = [enter('one'), enter('two')];
    await pass(time, 5_000);
    for (const { name, tag } of await records.list('')) await records.remove(name, tag);
    await pass(time, 60_000);
    expect([one.ended, two.ended]).to.deep.equal([[], []]);
    expect(await holders()).to.deep.equal(['one', 'two']);
  });

  it('lets a job be taken over that its process no longer lists, though it is there', async () => {
    const one = enter('one');
    const two = enter('two');
    const job = one.presence.beginJob('a', 1);
    await pass(time, 5_000);
    expect(two.presence.mayTakeOver('a', 'one')).to.equal(false);
    job.end();
    await pass(time, TIMES.takeoverAfterMs - 1_000);
    expect(two.presence.mayTakeOver('a', 'one')).to.equal(false);
    await pass(time, 3 * TIMES.heartbeatMs);
    expect(two.presence.mayTakeOver('a', 'one')).to.equal(true);
    expect(two.presence.isGone('one')).to.equal(false);
  });

  it('lets a process have a job again that is its own by the ledger', async () => {
    const one = enter('one');
    await pass(time, 100);
    expect(one.presence.mayTakeOver('a', 'one')).to.equal(true);
  });

  it('leaves no record behind for long when a process has left or died', async () => {
    const [left, died] = [enter('left'), enter('died')];
    enter('stays');
    await pass(time, 5_000);
    died.paused(true);
    await left.leave();
    await pass(time, 5_000);
    expect((await records.list('process/')).map(({ name }) => name)).to.have.length(3);
    await pass(time, 12 * TIMES.takeoverAfterMs);
    expect((await records.list('process/')).map(({ name }) => name)).to.deep.equal(['process/stays']);
    died.paused(false);
    await pass(time, 5_000);
    expect(await holders()).to.deep.equal(['died', 'stays']);
  });
});
