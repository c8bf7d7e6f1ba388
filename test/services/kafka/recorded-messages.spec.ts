import { expect } from 'chai';
import type { Fact, RecordedFact } from '../../../events/envelope.js';
import type { FactReader } from '../../../events/public/job-groups.js';
import { messageProblems, readAsyncApi } from '../../support/asyncapi.js';
import { relayedGoldenFacts } from '../../support/facts/golden-facts.js';
import { contents, NEEDS, newPrefix, openOn, sharedBroker } from './support/broker.js';

describe(`recorded messages: ${NEEDS}`, () => {
  const brokers = sharedBroker() ?? [];

  before(function () {
    if (brokers.length === 0) this.skip();
  });

  it('are what the AsyncAPI document describes, for every type of fact', async () => {
    const document = readAsyncApi();
    const golden = relayedGoldenFacts();
    const queued = golden.find(({ fact }) => fact.type === 'ImportJobQueued')!.fact;
    const events: FactReader = {
      // oxlint-disable-next-line typescript/require-await -- it stands for a log that is waited for
      async *read<F extends Fact>() {
        yield queued as RecordedFact<F>;
      },
    };
    const prefix = newPrefix();
    const kafka = openOn(brokers, prefix);
    const publisher = kafka.publisher(events);
    await Promise.all(golden.map(({ fact }) => publisher.publish(fact)));
    await kafka.close();

    const seen: string[] = [];
    const topics = Object.entries(document.channels).filter(([, { bindings }]) => bindings?.kafka !== undefined);
    for (const [category, { address }] of topics) {
      for (const { key, value, headers } of await contents(brokers, address.replace('preservation', prefix))) {
        const texts = Object.fromEntries(Object.entries(headers ?? {}).map(([name, it]) => [name, String(it)]));
        expect(messageProblems(document, category, { headers: texts, value })).to.deep.equal([]);
        expect(key?.toString()).to.equal(texts['ce_partitionkey']);
        seen.push(texts['ce_type']?.split('.').at(-2) ?? '');
      }
    }
    expect(seen.sort()).to.deep.equal(golden.map(({ fact }) => fact.type).sort());
  });
});
