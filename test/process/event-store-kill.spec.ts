import { join } from 'node:path';
import { expect } from 'chai';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { all, noteCodec, type NoteFact } from '../contracts/event-store/notes.js';
import { killedAfter } from '../support/processes/program.js';
import { randomNumbers } from '../support/random/random-numbers.js';
import { SEED } from '../support/random/seed.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const STREAMS = 3;
const KILLS = 8;

describe('an event store whose process is killed', () => {
  const folder = temporaryFolder();

  it('holds everything it acknowledged, and every append whole', async () => {
    const path = join(folder(), 'events.db');
    const writer = { file: 'test/process/programs/event-store-writer.js', words: [path, String(STREAMS)] };
    const acknowledged = new Map<string, bigint>();
    const random = randomNumbers(SEED);
    for (let kill = 0; kill < KILLS; kill++) {
      for (const line of await killedAfter(writer, 1 + Math.floor(random() * 400))) {
        const [stream = '', revision] = line.split(' ');
        if (revision !== undefined) acknowledged.set(stream, BigInt(revision));
      }
    }

    await using store = openEventStore(path, noteCodec);
    expect([...acknowledged.keys()].length).to.equal(STREAMS);
    for (const [stream, revision] of acknowledged) {
      const facts = await all(store.read<NoteFact>(stream));
      expect(facts.length).to.be.greaterThan(Number(revision));
      facts.forEach((fact, index) => expect(fact.revision).to.equal(BigInt(index)));
      const indexes = facts.map((fact) => fact.data.text.split(' ').slice(1, 4).join(' '));
      for (let index = 0; index < indexes.length;) {
        const size = Number(indexes[index]?.split(' ')[2]);
        const whole = Array.from({ length: size }, (_, each) => `${each} of ${size}`);
        expect(indexes.slice(index, index + size), `${stream} from ${index}`).to.deep.equal(whole);
        index += size;
      }
    }
    const positions = (await all(store.readAll())).map((fact) => Number(fact.position));
    expect(positions).to.deep.equal(positions.map((_, index) => index + 1));
  });
});
