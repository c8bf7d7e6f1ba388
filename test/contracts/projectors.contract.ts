import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Fact, Position } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import type { HeartbeatTimes } from '../../flow/lease/heartbeat-times.js';
import type { SharedRecords } from '../../flow/shared-records.js';
import { openSharedRecords, type EmbeddedSharedRecords } from '../../infra/embedded/shared-records.js';
import type { Documents, DocumentStore } from '../../projections/documents.js';
import { openProjector, type Projector } from '../../projections/projector/projector.js';
import type { ProjectorPorts } from '../../projections/projector/projector-ports.js';
import { readView, type View } from '../../projections/read-view.js';
import { liveOf } from '../../projections/live-generation.js';
import { requestRebuild } from '../../projections/rebuild.js';
import { readProcesses } from '../../workers/presence/read-processes.js';
import { buildProgressIn } from '../../projections/view-incomplete.js';
import { appendNotes, counts, type Count } from '../support/facts/counts-view.js';
import { faulty } from '../support/faults/faulty.js';
import { present } from '../workers/support/present.js';
import { until } from '../support/scheduling/until.js';
import { identityOf } from '../workers/support/log-of-facts.js';
import type { ViewStores } from './view.contract.js';

const RULES = { retiredForMs: 1_500 };
const QUICK = { heartbeatMs: 100, workingHeartbeatMs: 100, giveUpAfterMs: 700, takeoverAfterMs: 1_000 };
/** Nobody gives up or takes over only because the machine is busy. */
const PATIENT = { ...QUICK, giveUpAfterMs: 40_000, takeoverAfterMs: 60_000 };
const LATE = '9'.repeat(20) as Position;

/** Stores whose process seems dead: it writes no heartbeat and saves nothing until it is let go. */
const pausable = (documents: DocumentStore, shared: SharedRecords) => {
  let release = (): void => undefined;
  let paused: Promise<void> | null = null;
  const afterPause = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (paused !== null) await paused;
    return call();
  };
  const store: DocumentStore = {
    ...documents,
    saveCheckpoint: (...asked) => afterPause(() => documents.saveCheckpoint(...asked)),
    prepare: async <Doc extends object>(...asked: Parameters<DocumentStore['prepare']>) => {
      const opened = await documents.prepare<Doc>(...asked);
      const save: Documents<Doc>['save'] = (changes) => afterPause(() => opened.save(changes));
      return { ...opened, save };
    },
  };
  const records: SharedRecords = { ...shared, write: (...asked) => afterPause(() => shared.write(...asked)) };
  return {
    store,
    records,
    pause: () => {
      paused = new Promise((resolve) => (release = resolve));
    },
    resume: () => {
      paused = null;
      release();
    },
  };
};

/** What many projectors and readers of one view promise, each as in a process of its own. */
export const projectorsContract = (name: string, openStores: () => Promise<ViewStores>): void => {
  describe(`projectors and readers of a view on ${name}`, () => {
    let on: ViewStores;
    let records: EmbeddedSharedRecords;
    const open: { close: () => unknown }[] = [];

    beforeEach(async () => {
      on = await openStores();
      records = openSharedRecords(':memory:');
    });
    afterEach(async () => {
      await Promise.all(open.splice(0).map((each) => each.close()));
      await on.close();
      await records.close();
    });

    interface Kept extends Partial<ProjectorPorts> {
      readonly times?: HeartbeatTimes;
      readonly records?: SharedRecords;
      readonly hasEnded?: () => boolean;
    }
    /** A projector in a process of its own. */
    const keep = (
      version = 1,
      { times = QUICK, records: reached = records, hasEnded, ...ports }: Kept = {},
    ): Projector => {
      const holder = randomUUID();
      const presence = present(holder, { records: reached, times, identity: identityOf(holder, hasEnded) });
      const own = { events: on.events, documents: on.documents, liveness: presence };
      const { projector } = openProjector(counts(version), { ...own, ...RULES, ...ports });
      const close = async (): Promise<void> => {
        await projector.close();
        await presence.leave();
      };
      const opened = { ...projector, close };
      open.push(opened);
      return opened;
    };
    const read = (): View<Count> => {
      const view = readView<Count>(counts(1).shape, on.documents);
      open.push(view);
      return view;
    };
    const note = (...abouts: string[]): Promise<Position> => appendNotes(on.events, abouts);
    const active = (projector: Projector): Promise<void> => until('the projector is active', () => projector.active());
    const live = async (): Promise<number | null> => (await on.documents.register('counts')).live;
    const numbers = async (): Promise<number[]> =>
      (await on.documents.register('counts')).generations.map(({ number }) => number);
    const all = async (view: View<Count>): Promise<Count[]> => view.documents.find({ where: { all: [] } });

    it('answers nothing while nobody keeps it, and everything to whoever waited', async () => {
      const reader = read();
      const position = await note('ink', 'ink');
      const missing = { view: 'counts', position: null, end: null };
      for (const ask of [
        () => all(reader),
        () => reader.documents.get('ink'),
        () => reader.documents.count({ all: [] }),
      ])
        expect(buildProgressIn(await ask().catch((fault: unknown) => fault))).to.deep.equal(missing);
      expect(await reader.reached(position, 1)).to.equal(false);
      const reached = reader.reached(position, 10_000);
      keep();
      expect(await reached).to.equal(true);
      expect(await reader.documents.get('ink')).to.deep.equal({ about: 'ink', notes: 2 });
    });

    it('answers each of many who wait for his own position', async () => {
      const reader = read();
      keep();
      const positions = await Promise.all(Array.from({ length: 20 }, () => note('ink')));
      const answers = positions.map((position) => reader.reached(position, 10_000));
      expect(await reader.reached(LATE, 1)).to.equal(false);
      expect(await Promise.all(answers)).to.deep.equal(positions.map(() => true));
    });

    it('is written by one projector; another takes over at once when that one closes', async () => {
      const first = keep(1, { times: PATIENT });
      await active(first);
      const second = keep(1, { times: PATIENT });
      const reader = read();
      await reader.reached(await note('ink'), 10_000);
      expect(second.active()).to.equal(false);
      await first.close();
      await active(second);
      expect(await reader.reached(await note('ink'), 10_000)).to.equal(true);
      expect(await reader.documents.get('ink')).to.deep.include({ notes: 2 });
    });

    it('is not taken from a projector whose process writes heartbeats', async () => {
      const first = keep(1, { times: PATIENT });
      await active(first);
      keep(1, { times: { ...QUICK, takeoverAfterMs: 4_000 } });
      const { epoch } = (await on.documents.register('counts')).lease;
      const beats = async (): Promise<number> =>
        Math.min(...(await readProcesses(records)).map(({ heartbeat }) => heartbeat));
      await until('the holder has written fifty of them', async () => (await beats()) >= 50);
      expect((await on.documents.register('counts')).lease.epoch).to.equal(epoch);
    });

    it('is taken over from a projector that fell silent, and what that one writes later changes nothing', async () => {
      const stuck = pausable(on.documents, records);
      const times = { ...QUICK, giveUpAfterMs: 60_000 };
      const first = keep(1, { documents: stuck.store, records: stuck.records, times });
      await active(first);
      const reader = read();
      await reader.reached(await note('ink'), 10_000);
      stuck.pause();
      await note('ink');
      const second = keep();
      await active(second);
      const position = await note('ink', 'quill');
      expect(await reader.reached(position, 10_000)).to.equal(true);
      const before = [await all(reader), (await on.documents.register('counts')).generations];
      stuck.resume();
      await until('the late writer has stopped', () => !first.active());
      expect([await all(reader), (await on.documents.register('counts')).generations]).to.deep.equal(before);
      expect(await reader.documents.get('ink')).to.deep.equal({ about: 'ink', notes: 3 });
    });

    it('is given up by a projector whose process cannot write heartbeats, and kept again when it can', async () => {
      let away = false;
      const reached = faulty<SharedRecords>(records, () => {
        if (away) throw new Error('away');
      });
      const projector = keep(1, { records: reached });
      await active(projector);
      away = true;
      await until('it has given up', () => !projector.active());
      away = false;
      await active(projector);
      expect(await read().reached(await note('ink'), 10_000)).to.equal(true);
    });

    it('is built anew where its checkpoint is at a position that no fact can have', async () => {
      const pen = await on.documents.acquireLease('counts', 'blind', (await on.documents.register('counts')).lease);
      const epoch = pen?.lease.epoch ?? 0;
      const [begun] = (await on.documents.beginGeneration('counts', epoch, 1, null)).generations;
      await on.documents.prepare(counts(1).shape, begun!);
      const position = '18446744073709551615-18446744073709551615' as Position;
      await on.documents.saveCheckpoint('counts', epoch, begun!, { position });
      await on.documents.goLive('counts', epoch, begun!);
      await on.documents.releaseLease('counts', epoch);
      const head = await note('ink', 'ink');
      const reader = read();
      expect(await reader.reached(head, 1)).to.equal(false);
      keep();
      expect(await reader.reached(head, 10_000)).to.equal(true);
      expect(await all(reader)).to.deep.equal([{ about: 'ink', notes: 2 }]);
      expect(await numbers()).to.deep.equal([2]);
    });

    it('is rebuilt at the request of another process, while readers read', async () => {
      keep();
      const reader = read();
      await reader.reached(await note('ink', 'ink', 'quill'), 10_000);
      const before = await all(reader);
      const request = await requestRebuild(on.documents, 'counts');
      const isRebuilt = async (): Promise<boolean> =>
        (liveOf(await on.documents.register('counts'))?.rebuildRequests ?? 0) >= request;
      await until('it is rebuilt', isRebuilt);
      expect(await live()).to.equal(2);
      const old = await on.documents.open<Count>(counts(1).shape, { number: 1, version: 1 });
      expect(await old.count({ all: [] }), 'readers on their way').to.equal(2);
      expect(await all(reader)).to.deep.equal(before);
      await until('the old generation is gone', async () => (await numbers()).join() === '2');
      expect(await all(reader)).to.deep.equal(before);
    });

    it('answers a request that nobody saw, when there is a projector again', async () => {
      const first = keep();
      await until('it is shown', async () => (await live()) === 1);
      await first.close();
      await requestRebuild(on.documents, 'counts');
      const second = keep();
      await active(second);
      await until('it is rebuilt', async () => (await live()) === 2);
    });

    it('answers from the old documents until a new generation has read the log as it was when that was begun', async () => {
      keep();
      const reader = read();
      await reader.reached(await note('ink', 'quill'), 10_000);
      const before = await all(reader);
      const stuck = pausable(on.documents, records);
      stuck.pause();
      await Promise.all(open.splice(0, 1).map((each) => each.close()));
      const second = keep(10, { times: PATIENT, documents: stuck.store });
      await active(second);
      await until('a generation of the new code is begun', async () => (await numbers()).join() === '1,2');
      expect(await all(reader)).to.deep.equal(before);
      expect(await reader.building()).to.equal(null);
      const [, young] = (await on.documents.register('counts')).generations;
      expect(young).to.deep.include({ position: null, end: await on.events.head() });
      stuck.resume();
      await until('readers were moved', async () => (await live()) === 2);
      await until('they are shown', async () => (await reader.documents.get('ink'))?.notes === 10);
    });

    it('builds on what a projector left half-built, and clears what one of other code left', async () => {
      await note('ink', 'ink');
      const first = keep();
      await active(first);
      expect(await read().reached(await note('quill'), 10_000)).to.equal(true);
      await first.close();
      const { lease } = (await on.documents.acquireLease(
        'counts',
        'dead',
        (await on.documents.register('counts')).lease,
      ))!;
      await on.documents.beginGeneration('counts', lease.epoch, 7, null);
      const half = (await on.documents.beginGeneration('counts', lease.epoch, 2, null)).generations.at(-1)!;
      await (await on.documents.prepare<Count>(counts(2).shape, half)).save([]);
      const second = keep(2, { hasEnded: () => true, retiredForMs: 0 });
      await active(second);
      await until('readers were moved', async () => (await live()) === half.number);
      await until('nothing else is left', async () => (await numbers()).join() === String(half.number));
      expect(await read().documents.get('ink')).to.deep.equal({ about: 'ink', notes: 4 });
    });

    it('gives a reader the live documents when the ones it knew were dropped', async () => {
      const projector = keep(1, { retiredForMs: 0 });
      const reader = read();
      await reader.reached(await note('ink'), 10_000);
      const before = await all(reader);
      for (let round = 2; round <= 4; round++) {
        await projector.rebuild();
        await until('the old one is gone', async () => (await numbers()).join() === String(round));
        const again = read();
        await again.reached(projector.handled()!, 10_000);
        expect(await all(again)).to.deep.equal(before);
      }
    });

    it('saves in one go what came while it was saving, and in the order of the log', async () => {
      const saved: number[] = [];
      const documents: DocumentStore = {
        ...on.documents,
        prepare: async <Doc extends object>(...asked: Parameters<DocumentStore['prepare']>) => {
          const opened = await on.documents.prepare<Doc>(...asked);
          const save: Documents<Doc>['save'] = (changes) => {
            saved.push(changes.length);
            return opened.save(changes);
          };
          return { ...opened, save };
        },
      };
      const abouts = Array.from({ length: 400 }, (_, index) => `n${index}`);
      for (let round = 0; round < 10; round++) await note(...abouts);
      const last = await note('last');
      keep(1, { documents });
      const reader = read();
      expect(await reader.reached(last, 20_000)).to.equal(true);
      expect(saved.length).to.be.below(40);
      expect(await reader.documents.count({ field: 'notes', is: 10 })).to.equal(400);
    });

    it('waits for the log to come back, and misses nothing', async () => {
      let away = true;
      const events: EventStore = {
        append: on.events.append.bind(on.events),
        read: on.events.read.bind(on.events),
        readAll: on.events.readAll.bind(on.events),
        head: on.events.head.bind(on.events),
        newestAt: on.events.newestAt.bind(on.events),
        subscribe: <F extends Fact>(...asked: Parameters<EventStore['subscribe']>) => {
          if (away) throw new Error('away');
          return on.events.subscribe<F>(...asked);
        },
      };
      const faults: unknown[] = [];
      keep(1, { events, onFault: (_, fault) => faults.push(fault) });
      const position = await note('ink');
      await until('the projector has tried', () => faults.length > 1);
      away = false;
      expect(await read().reached(position, 10_000)).to.equal(true);
    });
  });
};
