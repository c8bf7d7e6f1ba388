import type { DepositFact } from '../../events/deposit.js';
import { descriptionOf } from '../../events/deposit-description.js';
import { mapConcurrently } from '../../flow/concurrently.js';
import { evolveListed, type ListedDeposit } from '../../projections/deposits/deposit-document.js';
import { joinedFields } from '../../projections/search/joined-fields.js';
import type { IndexedText } from '../../projections/search/substring-index.js';
import type { IndexFeed, ReadableIndex } from './index-feed.js';
import { soleEntry } from './sole-entry.js';

/** Entries of the index that are asked for at once. */
const READ_AT_ONCE = 50;

/** A deposit is an entry of its own partition: what is searched of it (preservation 4.8), and all that is shown. */
const entryOf = (deposit: ListedDeposit): IndexedText => {
  const { depositId, archivalGroup, created } = deposit;
  return {
    key: depositId,
    partition: depositId,
    text: joinedFields([depositId, archivalGroup, ...Object.values(descriptionOf(deposit))]),
    created,
    about: { ...deposit },
  };
};

/** The deposits of facts as the index has them; it has none that is created by these facts. */
const depositsBefore = async (
  facts: readonly DepositFact[],
  index: ReadableIndex,
): Promise<Map<string, ListedDeposit | null>> => {
  const first = new Map<string, DepositFact>();
  for (const fact of facts) if (!first.has(fact.data.depositId)) first.set(fact.data.depositId, fact);
  const earlier = [...first].flatMap(([depositId, { type }]) => (type === 'DepositCreated' ? [] : [depositId]));
  const read = await mapConcurrently(earlier, { width: READ_AT_ONCE }, async (depositId) => {
    const known = await soleEntry(index, depositId);
    return [depositId, known === null ? null : (known.about as unknown as ListedDeposit)] as const;
  });
  return new Map(read);
};

/** Every deposit, active or not; a deleted one is removed. */
export const depositFeed: IndexFeed<DepositFact> = {
  categories: ['deposit'],
  async *changes(facts, index) {
    const last = facts.at(-1);
    if (last === undefined) return;
    const deposits = await depositsBefore(facts, index);
    for (const fact of facts) {
      const { depositId } = fact.data;
      deposits.set(depositId, evolveListed(deposits.get(depositId) ?? null, fact));
    }
    const put = [...deposits.values()].flatMap((deposit) => (deposit === null ? [] : [entryOf(deposit)]));
    const remove = [...deposits].flatMap(([depositId, deposit]) => (deposit === null ? [depositId] : []));
    yield { put, remove, position: last.position };
  },
};
