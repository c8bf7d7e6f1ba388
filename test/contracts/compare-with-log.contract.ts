import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Position, RecordedFact } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import {
  compareWithLog,
  type CountedView,
  type ViewComparison,
} from '../../projections/comparison/compare-with-log.js';
import type { CountedLog } from '../../projections/comparison/counted-log.js';
import type { DocumentStore } from '../../projections/documents.js';
import { openProjector, type Projector } from '../../projections/projector/projector.js';
import type { ProjectorPorts } from '../../projections/projector/projector-ports.js';
import { appendNotes, counts } from '../support/facts/counts-view.js';
import { skippingEvents } from '../support/faults/skipping-events.js';
import { until } from '../support/scheduling/until.js';
import type { ViewStores } from './view.contract.js';
import { alone } from '../support/alone.js';

const view: CountedView = { name: 'counts', categories: ['note'] };
const right = (generation: number): ViewComparison => ({
  name: 'counts',
  generation,
  counted: true,
  differences: [],
});

/** That a view which has missed a fact is found by comparing it with the log, on whatever stores it stands. */
export const compareWithLogContract = (name: string, openStores: () => Promise<ViewStores>): void => {
  describe(`a comparison with the log on ${name}`, () => {
    let on: ViewStores;
    const open: Projector[] = [];

    beforeEach(async () => {
      on = await openStores();
    });
    afterEach(async () => {
      await Promise.all(open.splice(0).map((projector) => projector.close()));
      await on.close();
    });

    const keep = (ports: Partial<ProjectorPorts> = {}): Projector => {
      const own = { events: on.events, documents: on.documents, liveness: alone() };
      const { projector } = openProjector(counts(1), { ...own, ...ports });
      open.push(projector);
      return projector;
    };
    const close = async (projector: Projector): Promise<void> => {
      open.splice(open.indexOf(projector), 1);
      await projector.close();
    };
    const shown = async (projector: Projector, position: Position): Promise<void> => {
      expect(await projector.reached(position, 5_000)).to.equal(true);
    };
    const compared = (events = on.events, documents: Pick<DocumentStore, 'register'> = on.documents) =>
      compareWithLog([view], { events, documents });

    /** Keeps in memory up to where the log was counted. */
    const counting = () => {
      let counted: CountedLog | null = null;
      return {
        read: () => Promise.resolve(counted),
        write: (next: CountedLog | null) => Promise.resolve(void (counted = next)),
      };
    };
    /** The log, and which facts are read of it. */
    const observed = () => {
      const read: RecordedFact[] = [];
      const events: EventStore = {
        ...skippingEvents(on.events, () => false),
        async *readAll(options) {
          for await (const fact of on.events.readAll(options)) {
            read.push(fact);
            yield fact as never;
          }
        },
      };
      return { events, read };
    };

    it('reads only what came after the last comparison, and still names what was skipped since', async () => {
      const counted = counting();
      const first = keep();
      await shown(first, await appendNotes(on.events, ['ink', 'paper', 'ink']));
      const compareOn = (events: EventStore) => compareWithLog([view], { events, documents: on.documents, counted });
      expect(await compareOn(on.events)).to.deep.equal([right(1)]);
      await close(first);
      const skipping = keep({ events: skippingEvents(on.events, ({ revision }) => revision === 1n) });
      await appendNotes(on.events, ['ink', 'wax']);
      await shown(skipping, await appendNotes(on.events, ['ink']));
      const { events, read } = observed();
      const [found] = await compareOn(events);
      expect(found?.differences).to.have.length(1);
      expect(found?.differences[0]).to.deep.include({ category: 'note', inLog: 6, consumed: 5 });
      expect(found?.differences[0]?.missed).to.deep.include({ type: 'Noted', revision: 1n });
      expect(read.slice(0, 3).map(({ data }) => (data as { about: string }).about)).to.deep.equal([
        'ink',
        'wax',
        'ink',
      ]);
    });

    it('reads nothing of a log that has not grown', async () => {
      const counted = counting();
      await shown(keep(), await appendNotes(on.events, ['ink', 'paper']));
      await compareWithLog([view], { events: on.events, documents: on.documents, counted });
      const { events, read } = observed();
      expect(await compareWithLog([view], { events, documents: on.documents, counted })).to.deep.equal([right(1)]);
      expect(read).to.deep.equal([]);
    });

    it('reads the whole log where that has not what was counted of it', async () => {
      const counted = counting();
      await shown(keep(), await appendNotes(on.events, ['ink', 'paper']));
      await compareWithLog([view], { events: on.events, documents: on.documents, counted });
      const kept = await counted.read();
      await counted.write(kept && { ...kept, last: { ...kept.last, id: randomUUID() } });
      const { events, read } = observed();
      expect(await compareWithLog([view], { events, documents: on.documents, counted })).to.deep.equal([right(1)]);
      expect(read).to.have.length(2);
      expect(await counted.read()).to.deep.equal(kept);
    });

    it('counts anew where what was counted is found to be wrong', async () => {
      const counted = counting();
      await shown(keep(), await appendNotes(on.events, ['ink', 'paper']));
      const compareAgain = () => compareWithLog([view], { events: on.events, documents: on.documents, counted });
      await compareAgain();
      const kept = await counted.read();
      await counted.write(kept && { ...kept, tally: { ...kept.tally, categories: [] } });
      expect(await compareAgain().catch(String)).to.match(/read twice and gave other facts the second time/);
      expect(await compareAgain()).to.deep.equal([right(1)]);
    });

    it('has nothing to say of a view that nobody keeps', async () => {
      await appendNotes(on.events, ['ink']);
      expect(await compared()).to.deep.equal([]);
    });

    it('finds nothing where the view has consumed everything, also through another opening', async () => {
      const first = keep();
      await shown(first, await appendNotes(on.events, ['ink', 'ink', 'paper']));
      await appendNotes(on.events, ['elsewhere'], { type: 'Ignored', category: 'other' });
      expect(await compared()).to.deep.equal([right(1)]);
      await close(first);
      await shown(keep(), await appendNotes(on.events, ['ink']));
      expect(await compared()).to.deep.equal([right(1)]);
    });

    it('finds nothing in a view that is only behind', async () => {
      const first = keep();
      await shown(first, await appendNotes(on.events, ['ink']));
      await close(first);
      await appendNotes(on.events, ['ink', 'ink']);
      expect(await compared()).to.deep.equal([right(1)]);
    });

    const missing = async (skips: (fact: RecordedFact) => boolean, about: readonly string[]): Promise<Projector> => {
      let last: Position | null = null;
      for (const each of about) last = await appendNotes(on.events, [each, each]);
      await appendNotes(on.events, ['elsewhere'], { type: 'Ignored', category: 'other' });
      const projector = keep({ events: skippingEvents(on.events, skips) });
      await shown(projector, last!);
      return projector;
    };
    const isAbout = ({ data }: RecordedFact, about: string): boolean => 'about' in data && data.about === about;

    it('names the view, the category, both counts and the fact where one fact was skipped', async () => {
      const skipped: RecordedFact[] = [];
      await missing(
        (fact) => isAbout(fact, 'ink') && fact.revision === 1n && skipped.push(fact) > 0,
        ['paper', 'ink', 'wax'],
      );
      const { stream } = skipped[0]!;
      const missed = { type: 'Noted', stream, revision: 1n };
      expect(await compared()).to.deep.equal([
        { ...right(1), differences: [{ category: 'note', inLog: 6, consumed: 5, missed }] },
      ]);
    });

    it('counts what is missing where several facts were skipped', async () => {
      await missing((fact) => isAbout(fact, 'ink'), ['ink', 'paper', 'ink']);
      expect(await compared()).to.deep.equal([
        { ...right(1), differences: [{ category: 'note', inLog: 6, consumed: 2, missed: null }] },
      ]);
    });

    it('still finds what was skipped long ago by a projector that is gone', async () => {
      await close(await missing((fact) => isAbout(fact, 'ink'), ['paper', 'ink']));
      await shown(keep(), await appendNotes(on.events, ['wax']));
      expect((await compared())[0]?.differences).to.have.length(1);
    });

    it('finds nothing any more when the view was rebuilt', async () => {
      await close(await missing((fact) => isAbout(fact, 'ink'), ['paper', 'ink']));
      await keep().rebuild();
      expect(await compared()).to.deep.equal([right(2)]);
    });

    it('finds a fact that the log does not have any more', async () => {
      const projector = keep();
      await shown(projector, await appendNotes(on.events, ['ink', 'ink']));
      const older: EventStore = {
        ...skippingEvents(on.events, () => false),
        readAll: async function* () {
          // a log that was restored from before the view was built
        },
      };
      expect((await compared(older))[0]?.differences).to.deep.equal([
        { category: 'note', inLog: 0, consumed: 2, missed: null },
      ]);
    });

    it('is not deceived by a projector that died between its documents and its checkpoint', async () => {
      let deaths = 3;
      const documents: DocumentStore = {
        ...on.documents,
        saveCheckpoint: (...asked) =>
          deaths-- > 0
            ? Promise.reject(new Error('killed before the checkpoint'))
            : on.documents.saveCheckpoint(...asked),
      };
      await shown(keep({ documents }), await appendNotes(on.events, ['ink', 'ink', 'paper']));
      expect(deaths).to.be.below(0);
      expect(await compared()).to.deep.equal([right(1)]);
    });

    it('is not deceived by a checkpoint whose answer was lost', async () => {
      let losses = 3;
      const documents: DocumentStore = {
        ...on.documents,
        saveCheckpoint: async (...asked) => {
          await on.documents.saveCheckpoint(...asked);
          if (losses-- > 0) throw new Error('the answer was lost');
        },
      };
      const projector = keep({ documents });
      for (let each = 0; each < 5; each++) await shown(projector, await appendNotes(on.events, ['ink']));
      expect(losses).to.be.below(0);
      expect(await compared()).to.deep.equal([right(1)]);
    });

    it('is not deceived by facts that are delivered twice', async () => {
      const doubling: EventStore = {
        ...skippingEvents(on.events, () => false),
        async *subscribe(...asked) {
          for await (const delivery of on.events.subscribe<never>(...asked)) {
            yield delivery;
            if (delivery.kind === 'fact') yield delivery;
          }
        },
      };
      await shown(keep({ events: doubling }), await appendNotes(on.events, ['ink', 'ink']));
      expect(await compared()).to.deep.equal([right(1)]);
    });

    it('is not deceived by what is appended and consumed while it reads', async () => {
      const projector = keep();
      let writing = true;
      const writers = ['a', 'b', 'c'].map(async (about) => {
        while (writing) await appendNotes(on.events, [about, about]);
      });
      await shown(projector, await appendNotes(on.events, ['ink']));
      try {
        for (let each = 0; each < 20; each++) expect(await compared()).to.deep.equal([right(1)]);
      } finally {
        writing = false;
        await Promise.all(writers);
      }
    });

    it('says nothing of a generation that readers were moved away from while it read', async () => {
      await close(await missing((fact) => isAbout(fact, 'ink'), ['paper', 'ink']));
      const healing = keep();
      await until('it is kept', () => healing.active());
      let rebuilt = false;
      const slow: EventStore = {
        ...skippingEvents(on.events, () => false),
        async *readAll(options) {
          if (!rebuilt) await healing.rebuild();
          rebuilt = true;
          yield* on.events.readAll<never>(options);
        },
      };
      expect(await compared(slow)).to.deep.equal([]);
      expect(await compared()).to.deep.equal([right(2)]);
    });

    it('does not believe a log that reads otherwise the second time', async () => {
      await shown(keep(), await appendNotes(on.events, ['ink', 'ink']));
      let readings = 0;
      const flickering: EventStore = {
        ...skippingEvents(on.events, () => false),
        async *readAll(options) {
          const whole = readings++ > 0;
          for await (const fact of on.events.readAll(options)) if (whole || fact.revision > 0n) yield fact as never;
        },
      };
      const outcome = await compared(flickering).catch(String);
      expect(outcome).to.match(
        /^Error: The event log up to \S+ was read twice and gave other facts the second time\.$/,
      );
    });

    it('cannot tell of a generation that another version kept without counting, until that is rebuilt', async () => {
      const first = keep();
      await shown(first, await appendNotes(on.events, ['ink']));
      await close(first);
      const last = await appendNotes(on.events, ['ink']);
      const taken = (await on.documents.acquireLease(
        'counts',
        'older',
        (await on.documents.register('counts')).lease,
      ))!;
      await on.documents.saveCheckpoint('counts', taken.lease.epoch, { number: 1, version: 1 }, { position: last });
      expect(await compared()).to.deep.equal([{ ...right(1), counted: false }]);
      keep();
      await until('it is rebuilt', async () => (await on.documents.register('counts')).live === 2);
      expect(await compared()).to.deep.equal([right(2)]);
    });
  });
};
