import { expect } from 'chai';
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { openProjector } from '../../../projections/projector/projector.js';
import { readView } from '../../../projections/read-view.js';
import { appendNotes, counts, countsCodec, type Count } from '../../support/counts-view.js';
import { holdStill } from '../../support/scheduling/stillness.js';
import { until } from '../../support/scheduling/until.js';
import { onEachServer, temporaryDatabase } from './servers.js';

const FACTS = 500;
const SCRIPT = new URL('./projector-process.js', import.meta.url);

onEachServer((what, url) => {
  describe(`a projector's process on ${what}`, () => {
    const children: ChildProcess[] = [];
    afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

    const start = (database: string): { child: ChildProcess; said: string[] } => {
      const child = fork(SCRIPT, [url(), database, String(FACTS)]);
      const said: string[] = [];
      child.on('message', (message) => said.push(message as string));
      children.push(child);
      return { child, said };
    };
    /** The same facts as in the other process, and a projector that stands by. */
    const standBy = async (documents: ReturnType<typeof temporaryDatabase>['store']) => {
      const events = openEventStore(':memory:', countsCodec);
      let last = await appendNotes(events, ['n0', 'ink']);
      for (let each = 1; each < FACTS; each++) last = await appendNotes(events, [`n${each}`, 'ink']);
      const rules = { takeoverAfterMs: 1_500, renewEveryMs: 100, giveUpAfterMs: 1_000, lookEveryMs: 100 };
      const { projector } = openProjector(counts(1), { events, documents, holder: randomUUID(), ...rules });
      const reader = readView<Count>(counts(1).shape, documents);
      return {
        projector,
        reader,
        last,
        close: async () => {
          reader.close();
          await projector.close();
          await events.close();
        },
      };
    };

    it('is followed by another one when it is killed in the middle of its work', async () => {
      const database = temporaryDatabase(url());
      const { child, said } = start(database.name);
      await until('the child is active', () => said.includes('active'));
      const heir = await standBy(database.store);
      expect(heir.projector.active()).to.equal(false);
      await until('something is kept', async () => (await heir.reader.documents.get('ink')) !== null);
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect((await heir.reader.documents.get('ink'))?.notes, 'in the middle').to.be.below(FACTS);
      expect(await heir.reader.reached(heir.last, 30_000)).to.equal(true);
      await until('the heir is active', heir.projector.active);
      expect(await heir.reader.documents.get('ink')).to.deep.include({ notes: FACTS });
      expect(await heir.reader.documents.count({ field: 'notes', is: 1 })).to.equal(FACTS);
      await heir.close();
      await database.close();
    });

    it('changes nothing when it was paused and wakes up late', async () => {
      const database = temporaryDatabase(url());
      const { child, said } = start(database.name);
      await until('the child is active', () => said.includes('active'));
      const heir = await standBy(database.store);
      await until('something is kept', async () => (await heir.reader.documents.get('ink')) !== null);
      await holdStill(child);
      await until('the heir is active', heir.projector.active);
      expect(await heir.reader.reached(heir.last, 30_000)).to.equal(true);
      const { lease, generations } = await database.store.register('counts');
      child.kill('SIGCONT');
      await until('the child has given way', () => said.includes('lost'));
      const after = await database.store.register('counts');
      expect(after.lease.epoch).to.equal(lease.epoch);
      expect(after.generations).to.deep.equal(generations);
      expect(await heir.reader.documents.get('ink')).to.deep.include({ notes: FACTS });
      expect(await heir.reader.documents.count({ field: 'notes', is: 1 })).to.equal(FACTS);
      await heir.close();
      await database.close();
    });
  });
});
