import { expect } from 'chai';
import { join } from 'node:path';
import type { EmbeddedEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { openFacts } from '../../contracts/broker.contract.js';
import { projectRoot } from '../../support/project-root.js';
import { startProgram, type RunningProgram } from '../../support/processes/program.js';
import { until } from '../../support/scheduling/until.js';
import { lagOf } from '../../../infra/kafka/lag.js';
import { looking, NEEDS, newPrefix, openOn, sharedBroker } from './support/broker.js';
import { recordTurns } from './support/facts.js';

describe(`the example consumer of the documentation: ${NEEDS}`, () => {
  const brokers = sharedBroker() ?? [];
  let events: EmbeddedEventStore;
  const running: RunningProgram[] = [];

  before(function () {
    if (brokers.length === 0) this.skip();
  });
  beforeEach(() => {
    events = openFacts();
  });
  afterEach(async () => {
    for (const program of running.splice(0)) await program.end();
    await events.close();
  });

  const consume = (topic: string, group: string): { lines: string[]; end: () => Promise<number | null> } => {
    const file = join(projectRoot, 'docs', 'examples', 'consumer.mjs');
    const program = startProgram({ file, words: [brokers[0]!, topic, group] });
    running.push(program);
    const lines: string[] = [];
    program.onLine((line) => {
      if (line.startsWith('{"type"')) lines.push(line);
    });
    return { lines, end: async () => (await program.end('SIGTERM')).code };
  };

  it('handles every event once over a rewind, and goes on where it was', async () => {
    const prefix = newPrefix();
    const topic = `${prefix}.deposits.v1`;
    const kafka = openOn(brokers, prefix);
    const publisher = kafka.publisher(events);
    const facts = await recordTurns(events, 2, 5);
    for (const handedOver of [facts.slice(0, 7), facts])
      await Promise.all(handedOver.map((fact) => publisher.publish(fact)));
    const first = consume(topic, prefix);
    await until('all were handled', () => first.lines.length >= facts.length);
    expect(new Set(facts.map(({ stream }) => stream.replace('deposit-', '')))).to.deep.equal(
      new Set(first.lines.map((line) => (JSON.parse(line) as { subject: string }).subject)),
    );
    await until('its offsets are committed', async () => (await behind(prefix, topic)) === 0);
    expect(await first.end()).to.equal(0);
    expect(first.lines.length).to.equal(facts.length);

    const second = consume(topic, prefix);
    const more = await recordTurns(events, 1, 3);
    await Promise.all(more.map((fact) => publisher.publish(fact)));
    await until('the new ones were handled', () => second.lines.length >= more.length);
    expect(await second.end()).to.equal(0);
    expect(second.lines.length).to.equal(more.length);
    await kafka.close();
  });

  const behind = async (group: string, topic: string): Promise<number> => {
    const admin = looking(brokers).admin();
    await admin.connect();
    try {
      return (await lagOf(admin, group, topic)).messages;
    } finally {
      await admin.disconnect();
    }
  };
});
