import { expect } from 'chai';
import { inProcessBroker } from '../../infra/embedded/broker/in-process-broker.js';
import { openSharedRecords } from '../../infra/embedded/shared-records.js';
import type { FactPublisher } from '../../workers/fact-publisher.js';
import { relay } from '../../workers/relay.js';
import { intoEmptyBroker } from './support/into-empty-broker.js';
import { until } from '../support/scheduling/until.js';
import { identityOf, messageOf, note, openLog, silent, textOf } from './support/log-of-facts.js';
import { openedForEach } from '../support/platform/opened.js';
import { platformFact } from '../support/facts/platform-fact.js';

describe('the relay', () => {
  const events = openedForEach(openLog);
  const records = openedForEach(() => openSharedRecords(':memory:'));

  const start = (publisher: FactPublisher, holder = 'one') =>
    relay({ events, records, publisher, identity: identityOf(holder), log: silent });
  const collect = (into: string[]): FactPublisher =>
    intoEmptyBroker((fact) => Promise.resolve(void into.push(textOf(fact))));

  it('publishes what is public, in the order of the log, and nothing of plans, leases and checkpoints', async () => {
    for (const stream of ['deposit-1', 'importPlan-1', 'importJob-1', 'lease-1', 'container-1', 'archivalGroup-1'])
      await note(events, stream, stream);
    const published: string[] = [];
    const relaying = await start(collect(published));
    await relaying.reached((await events.head())!);
    await relaying.stop();
    expect(published).to.deep.equal(['deposit-1', 'importJob-1', 'container-1', 'archivalGroup-1']);
  });

  it('does not publish that containers of an earlier version were moved', async () => {
    const data = { path: '', entries: 0, at: '2026-05-04T12:00:00.0000000Z' };
    const moved = { type: 'ContainerEntriesMoved', data } as const;
    await events.append('container-entry-root', [platformFact(moved, identityOf('one'))], 'none');
    const published: string[] = [];
    const relaying = await start(collect(published));
    await relaying.reached((await events.head())!);
    await relaying.stop();
    expect(published).to.deep.equal([]);
  });

  it('publishes again what the broker had not taken over when it stopped, as a rewind', async () => {
    for (const text of ['a', 'b', 'c']) await note(events, 'deposit-1', text);
    const first: string[] = [];
    const stuckAtB = intoEmptyBroker((fact) => {
      first.push(textOf(fact));
      return textOf(fact) === 'b' ? new Promise(() => undefined) : Promise.resolve();
    });
    const before = await start(stuckAtB);
    await until('all three were published', () => first.length === 3);
    await before.stop();
    const second: string[] = [];
    const after = await start(collect(second), 'two');
    await after.reached((await events.head())!);
    await after.stop();
    expect(second).to.deep.equal(['b', 'c']);
  });

  it('gives way when another relay has remembered its place since', async () => {
    const zombie = await start(collect([]), 'zombie');
    const heir = await start(collect([]), 'heir');
    await heir.reached(await note(events, 'deposit-1', 'fact'));
    await heir.stop();
    const verdict = await zombie.ended.catch(messageOf);
    expect(verdict).to.equal('another reader has written mark/relay');
    await zombie.stop();
  });

  it('delivers through the in-process broker every fact at least once over a crash', async () => {
    const heard: string[] = [];
    const life = async (holder: string, dies: boolean): Promise<void> => {
      const broker = inProcessBroker({ onParked: () => undefined, firstDelayMs: 60_000 });
      await broker.listen({ group: 'g', topics: ['deposit'], types: ['Noted'] }, (fact) => {
        if (dies && textOf(fact) === 'b') return Promise.resolve({ later: 'the store is away' });
        heard.push(textOf(fact));
        return Promise.resolve({ done: true });
      });
      const relaying = await start(intoEmptyBroker(broker.publish), holder);
      const head = (await events.head())!;
      if (dies) await until('the first was heard', () => heard.includes('a'));
      else await relaying.reached(head);
      await relaying.stop();
      await broker.close();
    };
    for (const text of ['a', 'b', 'c']) await note(events, 'deposit-1', text);
    await life('one', true);
    await life('two', false);
    expect(heard).to.deep.equal(['a', 'b', 'c']);
  });
});
