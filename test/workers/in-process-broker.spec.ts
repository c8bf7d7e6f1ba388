import { expect } from 'chai';
import {
  inProcessBroker,
  type InProcessBroker,
  type ParkedFact,
} from '../../infra/embedded/broker/in-process-broker.js';
import type { Verdict } from '../../workers/fact-listener.js';
import { until } from '../support/scheduling/until.js';
import { messageOf, recorded, textOf } from './support/log-of-facts.js';

describe('the in-process broker', () => {
  let broker: InProcessBroker;
  let reported: ParkedFact[];
  beforeEach(() => {
    reported = [];
    broker = inProcessBroker({ onParked: (parked) => void reported.push(parked), attempts: 3, firstDelayMs: 1 });
  });
  afterEach(() => broker.close());

  const listen = (group: string, answer: (text: string) => Verdict | Promise<Verdict>): Promise<AsyncDisposable> =>
    broker.listen({ group, topics: ['note'], types: ['Noted'] }, async (fact) => answer(textOf(fact)));

  it('gives every group the facts of its topics and types, and nothing else', async () => {
    const heard: string[] = [];
    for (const group of ['a', 'b'])
      await listen(group, (text) => {
        heard.push(`${group} ${text}`);
        return { done: true };
      });
    await broker.publish(recorded('note-1', 0));
    await broker.publish(recorded('note-1', 1, 'Ignored'));
    await broker.publish(recorded('other-1', 0));
    expect(heard.sort()).to.deep.equal(['a note-1#0', 'b note-1#0']);
  });

  it('keeps the order of a stream while a fact is put off, and lets other streams pass', async () => {
    const heard: string[] = [];
    let away = 2;
    await listen('a', (text) => {
      if (text === 'note-1#0' && away-- > 0) return { later: 'not now' };
      heard.push(text);
      return { done: true };
    });
    await Promise.all(
      [recorded('note-1', 0), recorded('note-1', 1), recorded('note-2', 0)].map((fact) => broker.publish(fact)),
    );
    expect(heard).to.deep.equal(['note-2#0', 'note-1#0', 'note-1#1']);
  });

  it('does not answer for a fact before every group has dealt with it', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await listen('a', async () => {
      await held;
      return { done: true };
    });
    let resolved = false;
    const published = broker.publish(recorded('note-1', 0)).then(() => (resolved = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(resolved).to.equal(false);
    release();
    await published;
  });

  it('parks a fact that a listener gives up, and continues with the stream', async () => {
    const heard: string[] = [];
    await listen('a', (text) => {
      heard.push(text);
      return text === 'note-1#0' ? { park: 'unreadable' } : { done: true };
    });
    await Promise.all([0, 1].map((revision) => broker.publish(recorded('note-1', revision))));
    expect(heard).to.deep.equal(['note-1#0', 'note-1#1']);
    expect(broker.parked().map(({ group, reason, fact }) => [group, reason, textOf(fact)])).to.deep.equal([
      ['a', 'unreadable', 'note-1#0'],
    ]);
    expect(reported).to.deep.equal(broker.parked());
  });

  it('parks what was put off too often, a listener that throws included', async () => {
    await listen('a', () => {
      throw new Error('broken listener');
    });
    await broker.publish(recorded('note-1', 0));
    expect(broker.parked()[0]?.reason).to.equal('put off 3 times: Error: broken listener');
  });

  it('leaves unanswered what it had not delivered when it closed', async () => {
    let asked = 0;
    const patient = inProcessBroker({ onParked: () => undefined, firstDelayMs: 60_000 });
    await patient.listen({ group: 'a', topics: ['note'], types: ['Noted'] }, () => {
      asked++;
      return Promise.resolve({ later: 'for ever' });
    });
    const published = patient.publish(recorded('note-1', 0)).then(
      () => 'answered',
      () => 'unanswered',
    );
    await until('the listener was asked', () => asked === 1);
    await patient.close();
    expect(await published).to.equal('unanswered');
  });

  it('is idle once nothing is under way', async () => {
    let done = false;
    await listen('a', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      done = true;
      return { done: true };
    });
    void broker.publish(recorded('note-1', 0));
    await broker.idle();
    expect(done).to.equal(true);
  });

  it('refuses a second listener of one group in one process', async () => {
    const first = await listen('a', () => ({ done: true }));
    expect(await listen('a', () => ({ done: true })).catch(messageOf)).to.include("'a'");
    await first[Symbol.asyncDispose]();
    await listen('a', () => ({ done: true }));
  });
});
