import { expect } from 'chai';
import { DeadlineExceeded, withinDeadline } from '../../../gateways/http/deadline.js';

const never = (): void => expect.fail('nothing came late');

describe('the deadline of a request', () => {
  it('lets through what comes in time, answers and faults alike', async () => {
    expect(await withinDeadline(Promise.resolve('answer'), { ms: 1_000 }, never)).to.equal('answer');
    const fault = await withinDeadline(Promise.reject(new Error('fault')), { ms: 1_000 }, never).catch(
      (error: unknown) => error,
    );
    expect(fault).to.have.property('message', 'fault');
  });

  it('ends the wait with a passing fault, and hands on what comes too late', async () => {
    let finish: (answer: string) => void = () => undefined;
    const work = new Promise<string>((resolve) => (finish = resolve));
    const late: string[] = [];
    const fault: unknown = await withinDeadline(work, { ms: 1 }, (answer) => late.push(answer)).catch(
      (error: unknown) => error,
    );
    expect(fault).to.be.instanceOf(DeadlineExceeded).with.property('transient', true);
    finish('too late');
    await work;
    expect(late).to.deep.equal(['too late']);
  });

  it('has come for whatever is unanswered when the process ends', async () => {
    const end = new AbortController();
    const within = { ms: 60_000, ending: end.signal };
    const waiting = [new Promise(() => undefined), Promise.resolve('answer')].map((work) =>
      withinDeadline(work, within, never).catch((error: unknown) => error),
    );
    expect(await waiting[1]).to.equal('answer');
    end.abort();
    const later = withinDeadline(new Promise(() => undefined), within, never).catch((error: unknown) => error);
    for (const fault of [await waiting[0], await later])
      expect(fault).to.be.instanceOf(DeadlineExceeded).with.property('message', 'the process ends');
  });

  it('forgets a fault that comes too late', async () => {
    let fail: (fault: Error) => void = () => undefined;
    const work = new Promise<string>((_, reject) => (fail = reject));
    await withinDeadline(work, { ms: 1 }, never).catch(() => undefined);
    fail(new Error('too late')); // mocha would fail on a rejection that nobody handles
    await work.catch(() => undefined);
  });
});
