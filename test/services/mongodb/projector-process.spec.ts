import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { heartbeatTimes } from '../../../flow/lease/heartbeat-times.js';
import { openMongoSharedRecords } from '../../../infra/mongodb/shared-records.js';
import { present } from '../../workers/support/present.js';
import { openProjector } from '../../../projections/projector/projector.js';
import { readView } from '../../../projections/read-view.js';
import { appendNotes, counts, countsCodec, type Count } from '../../support/facts/counts-view.js';
import { startProgram, type RunningProgram } from '../../support/processes/program.js';
import { holdStill } from '../../support/scheduling/stillness.js';
import { until } from '../../support/scheduling/until.js';
import { onEachServer, temporaryDatabase } from './servers.js';

const FACTS = 500;

onEachServer((what, url) => {
  describe(`a projector's process on ${what}`, () => {
    const programs: RunningProgram[] = [];
    afterEach(() => Promise.all(programs.splice(0).map((program) => program.end())));

    const start = (database: string): RunningProgram => {
      const words = [url(), database, String(FACTS)];
      const program = startProgram({ file: 'test/services/mongodb/projector-process.js', words });
      programs.push(program);
      return program;
    };
    /** The same facts as in the other process, and a projector that stands by. */
    const standBy = async ({ name, store: documents }: ReturnType<typeof temporaryDatabase>) => {
      const events = openEventStore(':memory:', countsCodec);
      let last = await appendNotes(events, ['n0', 'ink']);
      for (let each = 1; each < FACTS; each++) last = await appendNotes(events, [`n${each}`, 'ink']);
      const records = openMongoSharedRecords({ url: url(), database: name });
      const liveness = present(randomUUID(), { records, times: heartbeatTimes(1_500) });
      const { projector } = openProjector(counts(1), { events, documents, liveness });
      const reader = readView<Count>(counts(1).shape, documents);
      return {
        projector,
        reader,
        last,
        close: async () => {
          reader.close();
          await projector.close();
          await liveness.leave();
          await records.close();
          await events.close();
        },
      };
    };

    it('is followed by another one when it is killed in the middle of its work', async () => {
      const database = temporaryDatabase(url());
      const program = start(database.name);
      expect(await program.firstLine()).to.equal('active');
      const heir = await standBy(database);
      expect(heir.projector.active()).to.equal(false);
      await until('something is kept', async () => (await heir.reader.documents.get('ink')) !== null);
      await program.end();
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
      const program = start(database.name);
      expect(await program.firstLine()).to.equal('active');
      const heir = await standBy(database);
      await until('something is kept', async () => (await heir.reader.documents.get('ink')) !== null);
      await holdStill(program.child);
      await until('the heir is active', heir.projector.active);
      expect(await heir.reader.reached(heir.last, 30_000)).to.equal(true);
      const { lease, generations } = await database.store.register('counts');
      program.child.kill('SIGCONT');
      await until('the child has given way', () => program.lines().includes('lost'));
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
