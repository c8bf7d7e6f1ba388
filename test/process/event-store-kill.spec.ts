import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { all, noteCodec, type NoteFact } from '../contracts/event-store/notes.js';
import { randomNumbers } from '../support/random-numbers.js';
import { SEED } from '../support/seed.js';

const STREAMS = 3;
const KILLS = 8;
const writer = fileURLToPath(new URL('event-store-writer.js', import.meta.url));

/** Kills the child after a number of acknowledgements drawn by chance, and answers all that it printed. */
const acknowledgedUntilKilled = async (child: ChildProcess, after: number): Promise<ReadonlyMap<string, bigint>> => {
  const acknowledged = new Map<string, bigint>();
  let lines = 0;
  for await (const line of createInterface({ input: child.stdout! })) {
    const [stream = '', revision] = line.split(' ');
    if (revision !== undefined) acknowledged.set(stream, BigInt(revision));
    if (++lines === after) child.kill('SIGKILL');
  }
  return acknowledged;
};

describe('an event store whose process is killed', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'muniment-kill-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('holds everything it acknowledged, and every append whole', async () => {
    const path = join(folder, 'events.db');
    const acknowledged = new Map<string, bigint>();
    const random = randomNumbers(SEED);
    for (let kill = 0; kill < KILLS; kill++) {
      const child = spawn(process.execPath, [writer, path, String(STREAMS)], { stdio: ['ignore', 'pipe', 'inherit'] });
      const exit = once(child, 'exit');
      const printed = await acknowledgedUntilKilled(child, 1 + Math.floor(random() * 400));
      expect(await exit, 'it ended by itself').to.deep.equal([null, 'SIGKILL']);
      for (const [stream, revision] of printed) acknowledged.set(stream, revision);
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
