import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { RecordedFact } from '../../../events/envelope.js';
import { admin } from '../../../infra/compose/commands/admin/admin-verb.js';
import { openSharedRecords } from '../../../infra/embedded/shared-records.js';
import { openDataFolder } from '../../../infra/embedded/data-folder.js';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { relay } from '../../../workers/relay.js';
import { runInProgram } from '../../support/command-line/run-in-program.js';
import { identityOf, silent } from '../../workers/support/log-of-facts.js';
import { contents, header, looking, NEEDS, newPrefix, openOn, sharedBroker } from './support/broker.js';
import { recordTurns } from './support/facts.js';

const STREAMS = 3;
const TURNS = 20;

describe(`muniment admin on a Kafka: ${NEEDS}`, () => {
  const brokers = sharedBroker() ?? [];
  let data: string;
  let prefix: string;
  let facts: RecordedFact[];

  before(function () {
    if (brokers.length === 0) this.skip();
  });
  before(async () => {
    data = await mkdtemp(join(tmpdir(), 'muniment-admin-'));
    prefix = newPrefix();
    const { events: path } = await openDataFolder(data);
    const events = openEventStore(path, createCodec(catalogue));
    facts = await recordTurns(events, STREAMS, TURNS);
    await events.close();
  });
  after(() => rm(data, { recursive: true }));

  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await runInProgram(admin, words, {
      environment: {
        MUNIMENT_DATA: data,
        MUNIMENT_KAFKA_BROKERS: brokers.join(),
        MUNIMENT_KAFKA_TOPIC_PREFIX: prefix,
        MUNIMENT_LOG_LEVEL: 'error',
      },
    });
    return { code, output: stdout, messages: stderr };
  };
  const idsIn = async (generation: string): Promise<string[]> => {
    const messages = await contents(brokers, `${prefix}.deposits.${generation}`);
    return messages
      .sort((a, b) => header(a, 'ce_position').localeCompare(header(b, 'ce_position')))
      .map((message) => header(message, 'ce_id'));
  };

  it('relays the whole log into new topics, and from a position on into others', async () => {
    const { code, output } = await run('relay', '--from', 'start', '--into', 'v2');
    const last = facts.at(-1)!.position;
    expect(code).to.equal(0);
    expect(output).to.equal(
      `Sent 60 events into ${prefix}.….v2, up to position ${last}. ` +
        `Consumers read these topics to their end, then ${prefix}.….v1.\n`,
    );
    expect(await idsIn('v2')).to.deep.equal(facts.map(({ id }) => id));
    await run('relay', '--from', facts[49]!.position, '--into', 'later');
    expect(await idsIn('later')).to.deep.equal(facts.slice(50).map(({ id }) => id));
  });

  it('leaves nothing out and nothing twice for a consumer that reads the new topics, then the old ones', async () => {
    const { code } = await run('relay', '--from', 'start', '--into', 'history');
    expect(code).to.equal(0);
    const events = openEventStore(join(data, 'events.sqlite'), createCodec(catalogue));
    const since = await recordTurns(events, 1, 1);
    const broker = openOn(brokers, prefix);
    const relaying = await relay({
      events,
      records: openSharedRecords(':memory:'),
      publisher: broker.publisher(events),
      identity: identityOf('one'),
      log: silent,
    });
    await relaying.reached(since[0]!.position);
    await relaying.stop();
    await broker.close();
    await events.close();
    const handled = new Map<string, number>();
    const ids: string[] = [];
    for (const generation of ['history', 'v1'])
      for (const message of await contents(brokers, `${prefix}.deposits.${generation}`)) {
        const [source, sequence] = [header(message, 'ce_source'), Number(header(message, 'ce_sequence'))];
        if (sequence <= (handled.get(source) ?? -1)) continue;
        handled.set(source, sequence);
        ids.push(header(message, 'ce_id'));
      }
    expect(ids).to.have.members([...facts, ...since].map(({ id }) => id));
    facts.push(...since);
  });

  it('sends nothing after the last event, and refuses a position that the log does not have', async () => {
    const last = facts.at(-1)!.position;
    const nothing = await run('relay', '--from', last, '--into', 'v3');
    expect([nothing.code, nothing.output]).to.deep.equal([0, `There are no events to send after ${last}.\n`]);
    const wrong = await run('relay', '--from', 'yesterday', '--into', 'v3');
    expect([wrong.code, wrong.messages]).to.deep.equal([1, `muniment: 'yesterday' is no position of this log.\n`]);
  });

  it('says where no messages are parked, also before there is such a topic', async () => {
    const topic = `${prefix}.deposits.v1`;
    const nothing = { code: 0, output: `No messages of ${topic} are parked.\n`, messages: '' };
    expect(await run('parked', topic)).to.deep.equal(nothing);
    const broker = openOn(brokers, prefix);
    await broker.ensureTopics();
    await broker.close();
    const { code, output } = await run('parked', topic); // a new topic may be waited for
    expect({ code, output, messages: '' }).to.deep.equal(nothing);
  });

  it('sends what is parked to its group again, once', async () => {
    const topic = `${prefix}.deposits.v1`;
    const producer = looking(brokers).producer();
    await producer.connect();
    const headers = { parked_group: `${prefix}.importer`, parked_topic: topic };
    await producer.send({ topic: `${topic}.dlq`, messages: [{ key: 'k', value: 'v', headers }] });
    await producer.disconnect();
    expect((await run('parked', topic)).output).to.equal(`Sent 1 message of ${topic} again.\n`);
    const groups = (await contents(brokers, topic)).map((message) => header(message, 'replayed_for'));
    expect(groups.filter((group) => group !== '')).to.deep.equal([`${prefix}.importer`]);
    expect((await run('parked', topic)).output).to.equal(`No messages of ${topic} are parked.\n`);
  });
});
