import { expect } from 'chai';
import type { EventStore } from '../../events/store.js';
import type { Position } from '../../events/envelope.js';
import { isTransient } from '../../events/transient.js';
import { liveOf } from '../../projections/live-generation.js';
import { openProjector } from '../../projections/projector/projector.js';
import { readView, type View } from '../../projections/read-view.js';
import { buildProgressIn } from '../../projections/view-incomplete.js';
import { appendNotes, counts, type Count } from '../support/facts/counts-view.js';
import type { LosableDocuments } from '../support/faults/losable-documents.js';
import { until } from '../support/scheduling/until.js';
import { alone } from '../support/alone.js';

export type LosableViewStores = LosableDocuments & { readonly events: EventStore };

const positionsIn = async (events: EventStore): Promise<Position[]> => {
  const positions: Position[] = [];
  for await (const { position } of events.readAll({ categories: ['note'] })) positions.push(position);
  return positions;
};

/** What a view promises its readers when its documents are lost while they read. */
export const lostViewContract = (name: string, openStores: () => Promise<LosableViewStores>): void => {
  describe(`a view that was lost on ${name}`, () => {
    let on: LosableViewStores;
    let reader: View<Count>;
    const open: { close: () => unknown }[] = [];

    beforeEach(async () => {
      on = await openStores();
      reader = readView<Count>(counts(1).shape, on.documents);
      open.push(reader);
    });
    afterEach(async () => {
      faults.length = 0;
      await Promise.all(open.splice(0).map((each) => each.close()));
      await on.close();
    });

    const faults: unknown[] = [];
    const keep = () => {
      const { projector } = openProjector(counts(1), {
        events: on.events,
        documents: on.documents,
        liveness: alone(),
        onFault: (_, fault) => faults.push(fault),
      });
      open.push(projector);
      return projector;
    };
    /** The view shows two notes about ink to the reader, who has just asked for them. */
    const shown = async (): Promise<void> => {
      await reader.reached(await appendNotes(on.events, ['ink', 'ink']), 5_000);
      expect(await reader.documents.get('ink')).to.deep.equal({ about: 'ink', notes: 2 });
    };
    /** What an answer says while it may be believed; `lost` where the view says that it cannot tell. */
    const asked = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | 'lost'> => {
      const before = reader.position();
      try {
        const answer = await ask();
        return before !== null && (reader.position() ?? '') >= before ? answer : 'lost';
      } catch (fault) {
        if (!isTransient(fault)) throw fault;
        return 'lost';
      }
    };
    const questions: readonly (readonly [string, () => Promise<unknown>, unknown])[] = [
      ['a document', () => reader.documents.get('ink'), { about: 'ink', notes: 2 }],
      ['a list', () => reader.documents.find({ where: { all: [] } }), [{ about: 'ink', notes: 2 }]],
      ['a count', () => reader.documents.count({ all: [] }), 1],
    ];

    for (const [what, ask] of questions) {
      it(`never answers without ${what} that it had, however fresh it was`, async () => {
        const projector = keep();
        await shown();
        await projector.close();
        await on.lose();
        expect(await asked(ask)).to.equal('lost');
        expect(reader.position()).to.equal(null);
      });

      it(`says that ${what} cannot be told where only the documents are gone`, async () => {
        const projector = keep();
        await shown();
        await projector.close();
        await on.loseDocuments();
        const missing = { view: 'counts', position: null, end: null };
        expect(buildProgressIn(await ask().catch((fault: unknown) => fault))).to.deep.equal(missing);
        expect(await reader.building()).to.deep.equal(missing);
      });
    }

    for (const [what, lose] of [
      ['all of it', () => on.lose()],
      ['only its documents', () => on.loseDocuments()],
    ] as const)
      it(`is made anew by its projector, and answers with all that it had or not at all: lost is ${what}`, async () => {
        keep();
        await shown();
        for (let round = 0; round < 3; round++) {
          await lose();
          const answers: unknown[] = [];
          await until('the view is back', async () => {
            for (const [, ask, answer] of questions) {
              const answered = await asked(ask);
              if (answered !== 'lost') expect(answered).to.deep.equal(answer);
              answers.push(answered);
            }
            return !answers.slice(-questions.length).includes('lost');
          });
          expect(answers).to.include('lost');
        }
      });

    it('is begun anew where its documents are gone when its projector starts, which is told', async () => {
      const projector = keep();
      await shown();
      await projector.close();
      await on.loseDocuments();
      keep();
      await until('the view is back', async () => (await reader.building()) === null);
      for (const [what, ask, answer] of questions) expect(await ask(), what).to.deep.equal(answer);
      expect(liveOf(await on.documents.register('counts'))).to.deep.include({ number: 2, end: await on.events.head() });
      expect(faults.map(String)).to.deep.equal([
        'GenerationLost: the documents of generation 1 of the view counts are gone from the store: it is built anew',
      ]);
    });

    it('never folds a fact into what is left where its documents are lost', async () => {
      keep();
      await shown();
      for (let notes = 3; notes < 8; notes++) {
        await on.loseDocuments();
        await appendNotes(on.events, ['ink']);
        await until('the fact is shown', async () => {
          const answer = await asked(() => reader.documents.get('ink'));
          expect(answer).to.satisfy((it: Count | 'lost') => it === 'lost' || it.notes >= notes - 1);
          return answer !== 'lost' && answer?.notes === notes;
        });
      }
    });

    it('answers nothing while it is made anew, and says how far it is, until it has read the log as it was', async () => {
      const projector = keep();
      await shown();
      await projector.close();
      await on.lose();
      const end = await on.events.head();
      const pen = await on.documents.acquireLease(
        'counts',
        'a slow projector',
        (await on.documents.register('counts')).lease,
      );
      const epoch = pen?.lease.epoch ?? 0;
      const [young] = (await on.documents.beginGeneration('counts', epoch, 1, end)).generations;
      if (young === undefined || end === null) throw new Error('nothing was begun');
      const documents = await on.documents.prepare<Count>(counts(1).shape, young);
      await on.documents.goLive('counts', epoch, young);
      const progressFor = async (ask: () => Promise<unknown>): Promise<unknown> =>
        buildProgressIn(await ask().catch((fault: unknown) => fault));
      const isAt = async (position: Position | null): Promise<void> => {
        const progress = { view: 'counts', position, end };
        for (const [what, ask] of questions) expect(await progressFor(ask), what).to.deep.equal(progress);
        expect(await reader.building()).to.deep.equal(progress);
      };
      await isAt(null);
      const [first] = await positionsIn(on.events);
      await documents.save([{ key: 'ink', position: first!, doc: { about: 'ink', notes: 1 } }]);
      await on.documents.saveCheckpoint('counts', epoch, young, { position: first! });
      await isAt(first!);
      await documents.save([{ key: 'ink', position: end, doc: { about: 'ink', notes: 2 } }]);
      await isAt(first!);
      await on.documents.saveCheckpoint('counts', epoch, young, { position: end });
      for (const [what, ask, answer] of questions) expect(await ask(), what).to.deep.equal(answer);
      expect(await reader.building()).to.equal(null);
    });

    it('answers at once where there was nothing in the log when it was begun', async () => {
      keep();
      await reader.until(() => true, 5_000);
      expect(await reader.building()).to.equal(null);
      expect(await reader.documents.count({ all: [] })).to.equal(0);
    });
  });
};
