import { expect } from 'chai';
import fc from 'fast-check';
import { catalogue } from '../../events/catalogue.js';
import { createCodec } from '../../events/codec.js';
import type { Position } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import {
  changedNode,
  changingNode,
  countersOf,
  counterSteps,
  countStep,
  nodeKey,
  type ChangingNode,
  type CounterNode,
} from '../../projections/counters.js';
import { counterEntries } from '../../projections/deposits/counter-entries.js';
import { deposits, type DepositDocument } from '../../projections/deposits/deposits.js';
import type { Change, Documents, DocumentStore } from '../../projections/documents.js';
import { buildGeneration } from '../../projections/projector/build-generation.js';
import { randomDepositFacts } from '../support/random-deposits.js';
import { randomNumbers } from '../support/random-numbers.js';
import { SEED } from '../support/seed.js';
import { appendDepositFacts } from './deposit-listing.contract.js';

const DEPOSITS = 60;
/** Where a run of the projector may die: at a save of counters or documents, or at a checkpoint. */
const STEPS = ['counters', 'documents', 'checkpoint'] as const;
type Step = (typeof STEPS)[number];
/** How much of the step took effect. */
const EFFECTS = ['nothing', 'half', 'all', 'all, much later'] as const;
type Effect = (typeof EFFECTS)[number];

/** One death of the projector. */
interface Crash {
  readonly step: Step;
  /** The step dies when it is made for this time, from 0. */
  readonly time: number;
  readonly effect: Effect;
  /** No more facts are delivered to this run. */
  readonly facts: number;
}

class Died extends Error {
  override name = 'Died';
}

/** Keys with their nodes, in an order of their own. */
type Counters = readonly (readonly [string, CounterNode])[];

const inOrder = (counters: Counters): Counters => [...counters].sort(([one], [other]) => (one < other ? -1 : 1));

/** The counters of documents, counted anew. */
const recount = (documents: readonly DepositDocument[]): Counters => {
  const nodes = new Map<string, { tree: string; prefix: string; node: ChangingNode }>();
  for (const step of documents.flatMap((doc) => counterSteps([], counterEntries(doc)))) {
    const key = nodeKey(step.tree, step.prefix);
    const counted = nodes.get(key) ?? { tree: step.tree, prefix: step.prefix, node: changingNode(null) };
    countStep(counted.node, step);
    nodes.set(key, counted);
  }
  return inOrder([...nodes].map(([key, { tree, prefix, node }]) => [key, changedNode(tree, prefix, node)!] as const));
};

/** That counters are right whatever happens to a projector. */
export const countersContract = (
  name: string,
  openDocuments: () => Promise<{ documents: DocumentStore; close: () => Promise<void> }>,
  runs: number,
): void => {
  describe(`counters of a view on ${name}`, () => {
    let events: EventStore & { close: () => Promise<void> };
    let last: Position;

    before(async () => {
      events = openEventStore(':memory:', createCodec(catalogue));
      last = await appendDepositFacts(events, randomDepositFacts(randomNumbers(SEED), DEPOSITS));
    });
    after(() => events.close());

    /** A store whose steps die as they are told; what took effect much later is carried out by `finishLate`. */
    const dying = (store: DocumentStore, crash: Crash | null, late: (() => Promise<void>)[]): DocumentStore => {
      let times = 0;
      const through = async (step: Step, half: () => Promise<void>, all: () => Promise<void>): Promise<void> => {
        if (crash?.step !== step || times++ < crash.time) return all();
        if (crash.effect === 'half') await half();
        if (crash.effect === 'all') await all();
        if (crash.effect === 'all, much later') late.push(all);
        throw new Died();
      };
      return {
        ...store,
        prepare: async <Doc extends object>(...asked: Parameters<DocumentStore['prepare']>) => {
          const opened: Documents<Doc> = await store.prepare<Doc>(...asked);
          const step = asked[0].part === 'counts' ? 'counters' : 'documents';
          const save = (changes: readonly Change<Doc>[]): Promise<void> =>
            through(
              step,
              () => opened.save(changes.filter((_, index) => index % 2 === 0)),
              () => opened.save(changes),
            );
          return { ...opened, save };
        },
        saveCheckpoint: (...asked) =>
          through(
            'checkpoint',
            () => Promise.resolve(),
            () => store.saveCheckpoint(...asked),
          ),
      };
    };

    /** The log, of which a run sees only so many facts. */
    const cutShort = (facts: number): EventStore => ({
      ...events,
      subscribe: async function* (...asked: Parameters<EventStore['subscribe']>) {
        let seen = 0;
        for await (const delivery of events.subscribe(...asked)) {
          if (delivery.kind === 'fact' && seen++ >= facts) throw new Died();
          yield delivery as never;
        }
      } as EventStore['subscribe'],
    });

    const run = async (documents: DocumentStore, log: EventStore, epoch: number): Promise<void> => {
      const over = new AbortController();
      const onSaved = (position: Position | null): Promise<void> => {
        if (position !== null && position >= last) over.abort();
        return Promise.resolve();
      };
      const { generations } = await documents.register('deposits');
      await buildGeneration(deposits, generations[0]!, { events: log, documents, epoch, onSaved }, over.signal);
    };

    const countersAfter = async (crashes: readonly Crash[]): Promise<{ stored: Counters; right: Counters }> => {
      const { documents: store, close } = await openDocuments();
      try {
        const { lease } = (await store.acquireLease('deposits', 'a', (await store.register('deposits')).lease))!;
        await store.beginGeneration('deposits', lease.epoch, deposits.version, null);
        const late: (() => Promise<void>)[] = [];
        for (const crash of crashes) {
          await run(dying(store, crash, late), cutShort(crash.facts), lease.epoch).catch((error: unknown) => {
            if (!(error instanceof Died)) throw error;
          });
          if (late.length > 1)
            await late
              .shift()?.()
              .catch(() => undefined); // a checkpoint may be refused by now
        }
        await run(store, events, lease.epoch);
        for (const save of late) await save().catch(() => undefined);
        const generation = { number: 1, version: deposits.version };
        const documents = await store.open<DepositDocument>(deposits.shape, generation);
        const counters = await store.open<CounterNode>(countersOf(deposits.shape), generation);
        const nodes = await counters.find({ where: { all: [] } });
        return {
          stored: inOrder(nodes.map((node) => [nodeKey(node.tree, node.prefix), node] as const)),
          right: recount(await documents.find({ where: { all: [] } })),
        };
      } finally {
        await close();
      }
    };

    for (const step of STEPS) {
      for (const effect of EFFECTS) {
        it(`are those of its documents after a death at the ${step}, of which ${effect} took effect`, async () => {
          const crash = (time: number, facts: number): Crash => ({ step, effect, time, facts });
          const { stored, right } = await countersAfter([crash(0, 1_000), crash(1, 1_000), crash(0, 20), crash(0, 7)]);
          expect(stored).to.deep.equal(right);
          expect(right.length).to.be.greaterThan(20);
        });
      }
    }

    it('are those of its documents after any deaths, wherever the log was cut into batches', async () => {
      const crash = fc.record<Crash>({
        step: fc.constantFrom(...STEPS),
        time: fc.nat({ max: 2 }),
        effect: fc.constantFrom(...EFFECTS),
        facts: fc.nat({ max: 120 }),
      });
      const property = fc.asyncProperty(fc.array(crash, { maxLength: 12 }), async (crashes) => {
        const { stored, right } = await countersAfter(crashes);
        expect(stored).to.deep.equal(right);
      });
      await fc.assert(property, { numRuns: runs, seed: SEED });
    });
  });
};
