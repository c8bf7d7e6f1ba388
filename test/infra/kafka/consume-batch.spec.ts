import { expect } from 'chai';
import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import { batchConsumer } from '../../../infra/kafka/consume-batch.js';
import type { Outcome } from '../../../infra/kafka/deliver.js';
import { parkedMessage, replayedMessage, type ParkedMessage } from '../../../infra/kafka/parked.js';
import { until } from '../../support/scheduling/until.js';

const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** A partition as the client hands it out: from the first message that was not resolved. */
const partition = (count: number) => {
  let next = 0;
  let committed = 0;
  let paused = 0;
  const payload = (): EachBatchPayload =>
    ({
      batch: {
        topic: 't',
        partition: 0,
        messages: Array.from({ length: count - next }, (_, index) => ({ offset: String(next + index), headers: {} })),
      },
      resolveOffset: (offset: string) => void (next = Number(offset) + 1),
      heartbeat: () => Promise.resolve(),
      pause: () => {
        paused++;
        return () => paused--;
      },
      uncommittedOffsets: () => ({ topics: next > committed ? [{ topic: 't', partitions: [] }] : [] }),
      commitOffsetsIfNecessary: () => Promise.resolve(void (committed = next)),
      isRunning: () => true,
      isStale: () => false,
    }) as unknown as EachBatchPayload;
  return { payload, committed: () => committed, paused: () => paused };
};

describe('the messages of a partition', () => {
  const consumer = (outcomes: (offset: number) => Outcome, parked: ParkedMessage[] = [], parking = () => true) => {
    let offset = 0;
    return {
      at: (next: number) => (offset = next),
      consume: batchConsumer({
        groupId: 'g',
        deliver: () => Promise.resolve(outcomes(offset++)),
        park: (message) => (parking() ? Promise.resolve(void parked.push(message)) : Promise.reject(new Error('away'))),
        patience: { attempts: 3, attemptsMissing: 2, firstDelayMs: 1, longestDelayMs: 1 },
        log,
      }),
    };
  };
  const later = (fault: 'ours' | 'listener' | 'missing'): Outcome => ({ kind: 'later', fault, reason: 'not now' });
  const DONE: Outcome = { kind: 'done' };

  it('let their offsets go once they are dealt with', async () => {
    const messages = partition(4);
    await consumer(() => DONE).consume(messages.payload());
    expect(messages.committed()).to.equal(4);
  });

  it('keep the offset of one that is put off, pause behind it and are read again from there', async () => {
    const messages = partition(4);
    let times = 2;
    const { consume, at } = consumer((offset) => (offset === 2 && times-- > 0 ? later('listener') : DONE));
    await consume(messages.payload());
    expect([messages.committed(), messages.paused()]).to.deep.equal([2, 1]);
    await until('the partition is resumed', () => messages.paused() === 0);
    for (let turn = 1; turn <= 2; turn++) {
      at(2);
      await consume(messages.payload());
    }
    expect(messages.committed()).to.equal(4);
  });

  for (const [fault, attempts] of [
    ['listener', 3],
    ['missing', 2],
  ] as const)
    it(`park one that was put off ${attempts} times when the fault is '${fault}'`, async () => {
      const messages = partition(1);
      const parked: ParkedMessage[] = [];
      const { consume } = consumer(() => later(fault), parked);
      for (let attempt = 0; attempt < attempts; attempt++) await consume(messages.payload());
      expect(parked.map(({ offset, reason }) => [offset, reason])).to.deep.equal([
        ['0', `put off ${attempts} times: not now`],
      ]);
      expect(messages.committed()).to.equal(1);
    });

  it('never park one for a fault of ours', async () => {
    const messages = partition(1);
    const parked: ParkedMessage[] = [];
    const { consume } = consumer(() => later('ours'), parked);
    for (let attempt = 0; attempt < 30; attempt++) await consume(messages.payload());
    expect([parked.length, messages.committed()]).to.deep.equal([0, 0]);
  });

  it('keep the offset of one that could not be parked', async () => {
    const messages = partition(2);
    let away = true;
    const { consume, at } = consumer(
      (offset) => (offset === 0 ? { kind: 'park', reason: 'bad' } : DONE),
      [],
      () => !away,
    );
    await consume(messages.payload());
    expect(messages.committed()).to.equal(0);
    away = false;
    at(0);
    await consume(messages.payload());
    expect(messages.committed()).to.equal(2);
  });

  it('come back from the parked topic as they were, addressed to the group that parked them', () => {
    const original = { key: Buffer.from('k'), value: Buffer.from([0, 255]), headers: { ce_id: '1' } };
    const parked = parkedMessage(
      { topic: 't', partition: 2, offset: '9', group: 'p.g', reason: 'x'.repeat(5_000), attempts: 3 },
      { ...original, offset: '9' } as unknown as KafkaMessage,
    );
    expect(parked.headers?.['parked_reason']).to.have.lengthOf(1_000);
    expect(replayedMessage(parked as KafkaMessage)).to.deep.equal({
      ...original,
      headers: { ce_id: '1', replayed_for: 'p.g' },
    });
  });
});
