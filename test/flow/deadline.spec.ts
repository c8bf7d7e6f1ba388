import { expect } from 'chai';
import { useFakeTimers, type SinonFakeTimers } from 'sinon';
import { DeadlineExceeded, withinDeadline } from '../../flow/deadline.js';

const never = (): void => expect.fail('nothing came late');
const caught = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe('a deadline', () => {
  let clock: SinonFakeTimers;
  beforeEach(() => (clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })));
  afterEach(() => clock.restore());

  it('lets through what comes in time, answers and faults alike', async () => {
    expect(await withinDeadline(Promise.resolve('answer'), { ms: 1_000 }, never)).to.equal('answer');
    const fault = await caught(withinDeadline(Promise.reject(new Error('fault')), { ms: 1_000 }, never));
    expect(fault).to.have.property('message', 'fault');
    expect(clock.countTimers()).to.equal(0);
  });

  it('never comes where it is infinite', async () => {
    let finish: (answer: string) => void = () => undefined;
    const waiting = withinDeadline(new Promise<string>((resolve) => (finish = resolve)), { ms: Infinity }, never);
    expect(clock.countTimers()).to.equal(0);
    finish('answer');
    expect(await waiting).to.equal('answer');
  });

  it('ends the wait with a passing fault, and hands on what comes too late', async () => {
    let finish: (answer: string) => void = () => undefined;
    const work = new Promise<string>((resolve) => (finish = resolve));
    const late: string[] = [];
    const fault = caught(withinDeadline(work, { ms: 1_000 }, (answer) => late.push(answer)));
    await clock.tickAsync(1_000);
    expect(await fault)
      .to.be.instanceOf(DeadlineExceeded)
      .with.property('transient', true);
    finish('too late');
    await work;
    expect(late).to.deep.equal(['too late']);
  });

  it('ends the wait with the fault that it is given', async () => {
    const own = new RangeError('the store is silent');
    const fault = caught(withinDeadline(new Promise(() => undefined), { ms: 1_000, fault: () => own }));
    await clock.tickAsync(1_000);
    expect(await fault).to.equal(own);
  });

  it('has come for whatever is unanswered when the process ends', async () => {
    const end = new AbortController();
    const within = { ms: 60_000, ending: end.signal };
    const waiting = [new Promise(() => undefined), Promise.resolve('answer')].map((work) =>
      caught(withinDeadline(work, within, never)),
    );
    expect(await waiting[1]).to.equal('answer');
    end.abort();
    const later = caught(withinDeadline(new Promise(() => undefined), within, never));
    for (const fault of [await waiting[0], await later])
      expect(fault).to.be.instanceOf(DeadlineExceeded).with.property('message', 'the process ends');
  });

  it('forgets a fault that comes too late', async () => {
    let fail: (fault: Error) => void = () => undefined;
    const work = new Promise<string>((_, reject) => (fail = reject));
    const waiting = withinDeadline(work, { ms: 1 }, never).catch(() => undefined);
    await clock.tickAsync(1);
    await waiting;
    fail(new Error('too late')); // mocha would fail on a rejection that nobody handles
    await work.catch(() => undefined);
  });
});
