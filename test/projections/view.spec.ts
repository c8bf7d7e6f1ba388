import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Fact, Position } from '../../events/envelope.js';
import { createCodec } from '../../events/codec.js';
import type { EventStore } from '../../events/store.js';
import { openDocumentStore, type EmbeddedDocumentStore } from '../../infra/embedded/documents/document-store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import type { Projection } from '../../projections/projection.js';
import { openView, type View } from '../../projections/view.js';

type Noted = Fact<'Noted', { about: string }>;
interface Count {
  readonly about: string;
  readonly notes: number;
}

const counts = (version: number): Projection<Noted, Count> => ({
  shape: { name: 'counts', indexes: [], queries: {} },
  version,
  categories: ['note'],
  touches: (fact) => [
    {
      key: fact.data.about,
      apply: (doc) => ({ about: fact.data.about, notes: (doc?.notes ?? 0) + version }),
    },
  ],
});

const codec = createCodec([
  { type: 'Noted', schema: 1 },
  { type: 'Ignored', schema: 1 },
]);

describe('a view', () => {
  let events: Awaited<ReturnType<typeof openEventStore>>;
  let documents: EmbeddedDocumentStore;
  const open: View<Count>[] = [];

  beforeEach(() => {
    events = openEventStore(':memory:', codec);
    documents = openDocumentStore(':memory:');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((view) => view.close()));
    await events.close();
    await documents.close();
  });

  const view = async (version = 1, store: EventStore = events, onFault?: (name: string, fault: unknown) => void) => {
    const opened = await openView(counts(version), { events: store, documents, ...(onFault ? { onFault } : {}) });
    open.push(opened);
    return opened;
  };
  const append = async (type: string, category: string, about: string): Promise<Position> => {
    const metadata = {
      $correlationId: 'c',
      $causationId: 'c',
      commandId: 'c',
      actor: { agent: 'a', source: 'platform', appId: null },
      schema: 1,
      occurredAt: '2026-01-01T00:00:00.0000000Z',
      producer: '0',
    } as const;
    const { position } = await events.append(
      `${category}-${randomUUID()}`,
      [{ type, data: { about }, id: randomUUID(), metadata }],
      'none',
    );
    return position!;
  };
  const note = (about: string): Promise<Position> => append('Noted', 'note', about);

  it('shows what is appended, and says when it does', async () => {
    const opened = await view();
    await note('ink');
    expect(await opened.reached(await note('ink'), 2_000)).to.equal(true);
    expect(await opened.documents().get('ink')).to.deep.equal({ about: 'ink', notes: 2 });
  });

  it('reaches positions of facts that do not concern it', async () => {
    const opened = await view();
    expect(await opened.reached(await append('Ignored', 'other', 'x'), 2_000)).to.equal(true);
  });

  it('says no when the time is over', async () => {
    const opened = await view();
    expect(await opened.reached('9'.repeat(20) as Position, 1)).to.equal(false);
  });

  it('goes on where it was when it is opened again, and counts nothing twice', async () => {
    const first = await view();
    await first.reached(await note('ink'), 2_000);
    await first.close();
    const again = await view();
    await again.reached(await note('ink'), 2_000);
    expect(await again.documents().get('ink')).to.deep.include({ notes: 2 });
  });

  it('is built anew beside the old one when its code has another version', async () => {
    const first = await view(1);
    await first.reached(await note('ink'), 2_000);
    await first.close();
    const newer = await view(10);
    expect(await newer.reached(await note('ink'), 2_000)).to.equal(true);
    expect(await newer.documents().get('ink')).to.deep.include({ notes: 20 });
    expect(await documents.live('counts')).to.deep.equal({ number: 2, version: 10 });
  });

  it('can be rebuilt while it is used, and then agrees with what it was', async () => {
    const opened = await view();
    for (let each = 0; each < 30; each++) await note(`n${each % 3}`);
    await opened.reached(await note('last'), 2_000);
    const before = await opened.documents().find({ where: { all: [] } });
    const rebuilt = opened.rebuild();
    const during = note('n0');
    await rebuilt;
    await opened.reached(await during, 2_000);
    expect(await opened.documents().find({ where: { all: [] } })).to.deep.equal(
      before.map((doc) => (doc.about === 'n0' ? { ...doc, notes: doc.notes + 1 } : doc)),
    );
    expect((await documents.live('counts'))?.number).to.equal(2);
  });

  it('takes up its work again when the log or the documents fail, without losing or doubling a fact', async () => {
    const faults: unknown[] = [];
    let failures = 3;
    const shaky: EventStore = {
      ...events,
      append: events.append.bind(events),
      read: events.read.bind(events),
      readAll: events.readAll.bind(events),
      head: events.head.bind(events),
      subscribe: async function* <F extends Fact>(...asked: Parameters<EventStore['subscribe']>) {
        for await (const delivery of events.subscribe<F>(...asked)) {
          yield delivery;
          if (delivery.kind === 'fact' && failures-- > 0) throw new Error('the subscription dropped');
        }
      },
    };
    const opened = await view(1, shaky, (_, fault) => faults.push(fault));
    let last = await note('ink');
    for (let each = 1; each < 10; each++) last = await note('ink');
    expect(await opened.reached(last, 5_000)).to.equal(true);
    expect(await opened.documents().get('ink')).to.deep.include({ notes: 10 });
    expect(faults).to.have.length(3);
  });

  it('absorbs a window that is folded again after a crash between documents and checkpoint', async () => {
    let crash = true;
    const reach = documents.reach.bind(documents);
    documents.reach = (...asked) => {
      if (!crash) return reach(...asked);
      crash = false;
      return Promise.reject(new Error('killed before the checkpoint'));
    };
    const last = await note('ink');
    const opened = await view();
    expect(await opened.reached(last, 5_000)).to.equal(true);
    expect(await opened.documents().get('ink')).to.deep.include({ notes: 1 });
  });
});
