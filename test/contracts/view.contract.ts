import { expect } from 'chai';
import type { Fact, Position } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import type { DocumentStore } from '../../projections/documents.js';
import { openProjector, type Projector } from '../../projections/projector/projector.js';
import type { ProjectorPorts } from '../../projections/projector/projector-ports.js';
import { readView, type View } from '../../projections/read-view.js';
import { liveOf } from '../../projections/live-generation.js';
import { appendNotes, counts, type Count } from '../support/facts/counts-view.js';
import { alone } from '../support/alone.js';

export interface ViewStores {
  readonly events: EventStore;
  readonly documents: DocumentStore;
  readonly close: () => Promise<void>;
}

/** What a view promises on whatever stores it stands, kept and read by one process. */
export const viewContract = (name: string, openStores: () => Promise<ViewStores>): void => {
  describe(`a view on ${name}`, () => {
    let on: ViewStores;
    const open: Projector[] = [];

    beforeEach(async () => {
      on = await openStores();
    });
    afterEach(async () => {
      await Promise.all(open.splice(0).map((view) => view.close()));
      await on.close();
    });

    const view = (version = 1, ports: Partial<ProjectorPorts> = {}): Projector & View<Count> => {
      const own = { events: on.events, documents: on.documents, liveness: alone() };
      const { projector: kept, view: shown } = openProjector(counts(version), { ...own, ...ports });
      open.push(kept);
      return { ...shown, ...kept };
    };
    const note = (about: string): Promise<Position> => appendNotes(on.events, [about]);

    it('shows what is appended, and says when it does', async () => {
      const opened = view();
      await note('ink');
      expect(await opened.reached(await note('ink'), 2_000)).to.equal(true);
      expect(await opened.documents.get('ink')).to.deep.equal({ about: 'ink', notes: 2 });
    });

    it('has the same state for every reader as long as it shows the same', async () => {
      const opened = view();
      const reader = readView<Count>(counts(1).shape, on.documents);
      await opened.reached(await note('ink'), 2_000);
      const before = await reader.state();
      expect([await opened.state(), await reader.state()]).to.deep.equal([before, before]);
      await opened.reached(await note('ink'), 2_000);
      expect(await reader.state())
        .to.include({ generation: 1 })
        .and.not.deep.equal(before);
      await opened.rebuild();
      expect(await reader.state()).to.include({ generation: 2 });
      reader.close();
    });

    it('reaches positions of facts that do not concern it', async () => {
      const opened = view();
      expect(
        await opened.reached(await appendNotes(on.events, ['x'], { type: 'Ignored', category: 'other' }), 2_000),
      ).to.equal(true);
    });

    it('says no when the time is over', async () => {
      const opened = view();
      expect(await opened.reached('9'.repeat(20) as Position, 1)).to.equal(false);
    });

    it('goes on where it was when it is opened again, and counts nothing twice', async () => {
      const first = view();
      await first.reached(await note('ink'), 2_000);
      await first.close();
      const again = view();
      await again.reached(await note('ink'), 2_000);
      expect(await again.documents.get('ink')).to.deep.include({ notes: 2 });
    });

    it('is built anew beside the old one when its code has another version', async () => {
      const first = view(1);
      await first.reached(await note('ink'), 2_000);
      await first.close();
      const newer = view(10);
      expect(await newer.reached(await note('ink'), 2_000)).to.equal(true);
      expect(await newer.documents.get('ink')).to.deep.include({ notes: 20 });
      expect(liveOf(await on.documents.register('counts'))).to.deep.include({ number: 2, version: 10 });
    });

    it('can be rebuilt while it is used, and then agrees with what it was', async () => {
      const opened = view();
      for (let each = 0; each < 30; each++) await note(`n${each % 3}`);
      await opened.reached(await note('last'), 2_000);
      const before = await opened.documents.find({ where: { all: [] } });
      const rebuilt = opened.rebuild();
      const during = note('n0');
      await rebuilt;
      await opened.reached(await during, 2_000);
      expect(await opened.documents.find({ where: { all: [] } })).to.deep.equal(
        before.map((doc) => (doc.about === 'n0' ? { ...doc, notes: doc.notes + 1 } : doc)),
      );
      expect((await on.documents.register('counts')).live).to.equal(2);
    });

    it('takes up its work again when the log or the documents fail, without losing or doubling a fact', async () => {
      const faults: unknown[] = [];
      let failures = 3;
      const shaky: EventStore = {
        ...on.events,
        append: on.events.append.bind(on.events),
        read: on.events.read.bind(on.events),
        readAll: on.events.readAll.bind(on.events),
        head: on.events.head.bind(on.events),
        subscribe: async function* <F extends Fact>(...asked: Parameters<EventStore['subscribe']>) {
          for await (const delivery of on.events.subscribe<F>(...asked)) {
            yield delivery;
            if (delivery.kind === 'fact' && failures-- > 0) throw new Error('the subscription dropped');
          }
        },
      };
      const opened = view(1, { events: shaky, onFault: (_, fault) => faults.push(fault) });
      let last = await note('ink');
      for (let each = 1; each < 10; each++) last = await note('ink');
      expect(await opened.reached(last, 5_000)).to.equal(true);
      expect(await opened.documents.get('ink')).to.deep.include({ notes: 10 });
      expect(faults).to.have.length(3);
    });

    it('absorbs a window that is folded again after a crash between documents and checkpoint', async () => {
      let crash = true;
      const reach = on.documents.saveCheckpoint.bind(on.documents);
      on.documents.saveCheckpoint = (...asked) => {
        if (!crash) return reach(...asked);
        crash = false;
        return Promise.reject(new Error('killed before the checkpoint'));
      };
      const last = await note('ink');
      const opened = view();
      expect(await opened.reached(last, 5_000)).to.equal(true);
      expect(await opened.documents.get('ink')).to.deep.include({ notes: 1 });
    });
  });
};
