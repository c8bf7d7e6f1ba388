import { expect } from 'chai';
import type { Deposit } from '../../commands/deposit/state.js';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { DepositFact } from '../../events/deposit.js';
import type { Position } from '../../events/envelope.js';
import type { EventStore } from '../../events/store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import type { DepositFilter, DepositQuery, TimeRange } from '../../projections/deposits/deposit-query.js';
import { ORDERS } from '../../projections/deposits/deposit-query.js';
import { deposits } from '../../projections/deposits/deposits.js';
import { depositsView } from '../../projections/deposits/deposits-view.js';
import { AGENTS, DATES } from '../../projections/deposits/fields.js';
import type { DocumentStore } from '../../projections/documents.js';
import { openProjector } from '../../projections/projector/projector.js';
import { atDepth } from '../support/random/depth.js';
import { platformFact } from '../support/facts/platform-fact.js';
import { agentFor, pathFor, pick, randomDepositFacts, timeOf, type Random } from '../support/random/random-deposits.js';
import { randomNumbers } from '../support/random/random-numbers.js';
import { depositsAfter, referenceListing } from '../support/reference-listing.js';
import { SEED } from '../support/random/seed.js';
import { alone } from '../support/alone.js';

const DEPOSITS = 400;
const QUERIES = atDepth(1_200);

/** Appends each fact to the stream of its deposit; answers the position of the last. */
export const appendDepositFacts = async (events: EventStore, facts: readonly DepositFact[]): Promise<Position> => {
  const identity = { holder: 'test', producer: '0', hasEnded: () => false, now: () => new Date() };
  const revisions = new Map<string, bigint>();
  let last: Position | null = null;
  for (const fact of facts) {
    const { depositId } = fact.data;
    const expected = revisions.get(depositId) ?? 'none';
    ({ position: last } = await events.append(`deposit-${depositId}`, [platformFact(fact, identity)], expected));
    revisions.set(depositId, expected === 'none' ? 0n : expected + 1n);
  }
  return last!;
};

const maybe = <T>(random: Random, share: number, value: () => T): T | undefined =>
  random() < share ? value() : undefined;

const rangeFor = (random: Random): TimeRange => {
  const [one, other] = [timeOf(random), timeOf(random)].sort();
  return pick(random, [{ atLeast: one! }, { below: other! }, { atLeast: one!, below: other! }]);
};

const defined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;

const filterFor = (random: Random): DepositFilter => {
  const share = pick(random, [0, 0.08, 0.25]);
  const path = pathFor(random);
  return defined({
    agents: defined(Object.fromEntries(AGENTS.map((role) => [role, maybe(random, share, () => agentFor(random))]))),
    dates: defined(Object.fromEntries(DATES.map((date) => [date, maybe(random, share, () => rangeFor(random))]))),
    path: maybe(random, share, () => pick(random, [{ is: path }, { endsWith: path.slice(path.lastIndexOf('/') + 1) }])),
    below: maybe(random, share, () =>
      pick(random, ['a', 'a/b', 'a/b/c', 'p/p/p/p', 'p/p/p/p/p/p/p/p/p', 'ü', 'none', '']),
    ),
    status: maybe(random, share, () => pick(random, ['new', 'exporting', 'preserved', 'error', 'archived', 'other'])),
    active: maybe(random, share, () => random() < 0.5),
    archived: maybe(random, share, () => random() < 0.5),
    running: maybe(random, share, () => random() < 0.5),
    found: maybe(random, share, () => ({ infected: random() < 0.5 })),
  }) as DepositFilter;
};

const queryFor = (random: Random): DepositQuery => ({
  filter: filterFor(random),
  orderBy: pick(random, ORDERS),
  ascending: random() < 0.5,
  skip: pick(random, [0, 0, 10, 50, Math.floor(random() * DEPOSITS)]),
  limit: pick(random, [1, 7, 50, 500]),
});

/** That the listing of deposits says what the deposits are. */
export const depositListingContract = (
  name: string,
  openDocuments: () => Promise<{ documents: DocumentStore; close: () => Promise<void> }>,
): void => {
  describe(`the listing of deposits on ${name}`, () => {
    let events: EventStore & { close: () => Promise<void> };
    let opened: Awaited<ReturnType<typeof openDocuments>>;
    let projected: ReturnType<typeof openProjector<DepositFact, never>>;
    let present: Deposit[];
    const random = randomNumbers(SEED);

    before(async () => {
      events = openEventStore(':memory:', createCodec(catalogue));
      opened = await openDocuments();
      const facts = randomDepositFacts(random, DEPOSITS);
      const last = await appendDepositFacts(events, facts);
      const ports = { events, documents: opened.documents, liveness: alone() };
      projected = openProjector(deposits, ports) as unknown as typeof projected;
      expect(await projected.projector.reached(last, 50_000)).to.equal(true);
      present = depositsAfter(facts);
    });
    after(async () => {
      await projected.projector.close();
      await opened.close();
      await events.close();
    });

    it('agrees with a look at every deposit, for any filter, order and page', async () => {
      const view = depositsView(projected.view.documents);
      for (let each = 0; each < QUERIES; each++) {
        const query = queryFor(random);
        const { deposits: page, total } = await view.list(query);
        const shown = { ids: page.map(({ depositId }) => depositId), total };
        expect(shown, `seed ${SEED}: ${JSON.stringify(query)}`).to.deep.equal(referenceListing(present, query));
      }
    });

    it('finds the newest active deposit of each of many archival groups', async () => {
      const view = depositsView(projected.view.documents);
      const groups = [...new Set(present.flatMap(({ archivalGroup }) => archivalGroup ?? [])), 'none'];
      const expected = groups.flatMap((is) => {
        const filter = { path: { is }, active: true };
        const page = referenceListing(present, { filter, orderBy: 'created', ascending: false, skip: 0, limit: 1 });
        return page.ids.length === 0 ? [] : [[is, page.ids[0]] as const];
      });
      expect(expected).to.have.length.above(10);
      const newest = await view.newestActive(groups);
      const found = new Map([...newest].map(([group, { depositId }]) => [group, depositId]));
      expect(found, `seed ${SEED}`).to.deep.equal(new Map(expected));
      expect(await view.newestActive([])).to.deep.equal(new Map());
    });
  });
};
