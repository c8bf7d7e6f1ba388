import { expect } from 'chai';
import type { Position, RecordedFact } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { openSharedRecords, type EmbeddedSharedRecords } from '../../infra/embedded/shared-records.js';
import { openProjector, type Projector } from '../../projections/projector/projector.js';
import type { SingletonRun } from '../../workers/singleton.js';
import { viewChecker, type ViewChecker, type ViewCheckerOptions } from '../../workers/view-checker/view-checker.js';
import type { ViewStores } from '../contracts/view.contract.js';
import { appendNotes, counts } from '../support/facts/counts-view.js';
import { embeddedViewStores } from '../support/embedded-view-stores.js';
import { skippingEvents } from '../support/faults/skipping-events.js';
import { until } from '../support/scheduling/until.js';
import { alone } from '../support/alone.js';

interface Line {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

describe('the comparison of read models with the log, from time to time', () => {
  let on: ViewStores;
  let records: EmbeddedSharedRecords;
  let said: Line[];
  const kept: Projector[] = [];
  const terms: SingletonRun[] = [];

  beforeEach(async () => {
    on = await embeddedViewStores();
    records = openSharedRecords(':memory:');
    said = [];
  });
  afterEach(async () => {
    await Promise.all(terms.splice(0).map((term) => term.stop()));
    await Promise.all(kept.splice(0).map((view) => view.close()));
    await on.close();
    await records.close();
  });

  const keep = (events: EventStore = on.events): Projector => {
    const ports = { events, documents: on.documents, liveness: alone(), retiredForMs: 0 };
    const { projector: view } = openProjector(counts(1), ports);
    kept.push(view);
    return view;
  };
  const leave = async (view: Projector): Promise<void> => {
    kept.splice(kept.indexOf(view), 1);
    await view.close();
  };
  const line =
    (level: Line['level']) =>
    (message: string, fields: object = {}): void =>
      void said.push({ level, message, fields: { ...fields } });
  const check = async (options: Partial<ViewCheckerOptions> = {}): Promise<ViewChecker> => {
    const log = { info: line('info'), warn: line('warn'), error: line('error') };
    const views = [{ name: 'counts', categories: ['note'] }];
    const usual = {
      views,
      events: on.events,
      documents: on.documents,
      records,
      log,
      everyMs: 3_600_000,
      lookEveryMs: 2,
    };
    const checker = viewChecker({ ...usual, ...options });
    terms.push(await checker.open());
    return checker;
  };
  const note = (...abouts: string[]): Promise<Position> => appendNotes(on.events, abouts);
  const isInk = ({ data }: RecordedFact): boolean => 'about' in data && data.about === 'ink';
  const shows = async (view: Projector, position: Position): Promise<void> => {
    expect(await view.reached(position, 5_000)).to.equal(true);
  };
  /** Waits for a comparison of a generation, and answers how many categories of it differ. */
  const differing = async ({ latest }: ViewChecker, generation: number): Promise<number> => {
    const found = () => latest()?.comparisons.find((each) => each.generation === generation);
    await until(`generation ${generation} is compared`, () => found() !== undefined);
    return found()?.differences.length ?? NaN;
  };
  const messages = (level: Line['level']): string[] =>
    said.filter((each) => each.level === level).map(({ message }) => message);

  it('says nothing where a view has every fact', async () => {
    await shows(keep(), await note('ink', 'ink'));
    expect(await differing(await check(), 1)).to.equal(0);
    expect(said).to.deep.equal([]);
  });

  it('logs facts that were skipped after a takeover, requests a rebuild, and logs when the view is complete', async () => {
    const first = keep();
    await shows(first, await note('paper'));
    const checker = await check();
    expect(await differing(checker, 1)).to.equal(0);
    await leave(first);
    const last = await note('ink', 'paper');
    let skipped = 0;
    await shows(keep(skippingEvents(on.events, (fact) => isInk(fact) && skipped++ === 0)), last);
    await until('the hole is told', () => messages('error').length > 0);
    const [told] = said;
    expect(told).to.deep.include({ message: 'A read model differs from the event log' });
    expect(told?.fields).to.deep.include({ view: 'counts', generation: 1 });
    expect(told?.fields['says']).to.match(
      /^The read model counts has consumed 2 facts of category note, and the log has 3; Noted at revision 0 of note-\S+ was missed\.$/,
    );
    expect(await differing(checker, 2)).to.equal(0);
    await until('it says so', () => messages('info').includes('A read model agrees with the event log again'));
    expect(messages('error')).to.have.length(1);
  });

  it('rebuilds a view only once, and logs it again where that did not help', async () => {
    await shows(keep(skippingEvents(on.events, isInk)), await note('paper', 'ink'));
    const checker = await check({ everyMs: 20 });
    expect(await differing(checker, 2)).to.equal(1);
    const again = 'A read model was rebuilt and still differs from the event log';
    await until('it is told several times', () => messages('error').filter((each) => each === again).length > 3);
    const { live, rebuildRequests } = await on.documents.register('counts');
    expect({ live, rebuildRequests }).to.deep.equal({ live: 2, rebuildRequests: 1 });
  });

  it('waits until a view that was taken up again has caught up', async () => {
    const first = keep();
    await shows(first, await note('paper'));
    await leave(first);
    await note('ink');
    let looks = 0;
    const register: typeof on.documents.register = (name) => {
      looks++;
      return on.documents.register(name);
    };
    const checker = await check({ documents: { ...on.documents, register } });
    await until('it has looked several times', () => looks > 5);
    expect(checker.latest()).to.equal(null);
    keep();
    expect(await differing(checker, 1)).to.equal(0);
  });

  it('compares again after a while, also without a takeover', async () => {
    const view = keep(skippingEvents(on.events, isInk));
    await shows(view, await note('paper'));
    const checker = await check({ everyMs: 50 });
    expect(await differing(checker, 1)).to.equal(0);
    await note('ink');
    await until('the hole is told', () => messages('error').length > 0);
  });

  it('tries again when the log or the documents are away', async () => {
    await shows(keep(), await note('ink'));
    let failures = 2;
    const away: EventStore = {
      ...skippingEvents(on.events, () => false),
      readAll: (options) => {
        if (failures-- > 0) throw new Error('the log is away');
        return on.events.readAll(options);
      },
    };
    const checker = await check({ events: away });
    expect(await differing(checker, 1)).to.equal(0);
    expect(messages('warn')).to.deep.equal([
      'The comparison of the read models with the event log failed and is tried again',
      'The comparison of the read models with the event log failed and is tried again',
    ]);
  });

  it('lets others work between the parts of a long log, and stops there', async () => {
    const view = keep();
    for (let each = 0; each < 6; each++) await note(...Array.from({ length: 400 }, () => 'ink'));
    await shows(view, await note('last'));
    let read = 0;
    const counting: EventStore = {
      ...skippingEvents(on.events, () => false),
      async *readAll(options) {
        for await (const fact of on.events.readAll(options)) {
          if (++read === 501) void terms[0]?.stop();
          yield fact as never;
        }
      },
    };
    const checker = await check({ events: counting });
    await terms[0]?.ended;
    expect(read).to.be.within(501, 1_001);
    expect(checker.latest()).to.equal(null);
    expect(said).to.deep.equal([]);
  });

  it('shows nothing any more when it has ended', async () => {
    await shows(keep(), await note('ink'));
    const checker = await check();
    await differing(checker, 1);
    await terms[0]?.stop();
    expect(checker.latest()).to.equal(null);
  });
});
