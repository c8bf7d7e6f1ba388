import type { DepositFact } from '../../events/deposit.js';
import { descriptionOf } from '../../events/deposit-description.js';
import { evolveListed, type ListedDeposit } from '../../projections/deposits/deposit-document.js';
import { joinedFields } from '../../projections/search/joined-fields.js';
import type { IndexedText } from '../../projections/search/substring-index.js';
import type { IndexFeed } from './index-feed.js';
import { soleEntry } from './sole-entry.js';

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

/** Every deposit, active or not; a deleted one is removed. */
export const depositFeed: IndexFeed<DepositFact> = {
  categories: ['deposit'],
  async *changes(facts, index) {
    const deposits = new Map<string, ListedDeposit | null>();
    for (const fact of facts) {
      const { depositId } = fact.data;
      if (!deposits.has(depositId)) {
        const known = await soleEntry(index, depositId);
        deposits.set(depositId, known === null ? null : (known.about as unknown as ListedDeposit));
      }
      deposits.set(depositId, evolveListed(deposits.get(depositId) ?? null, fact));
    }
    const last = facts.at(-1);
    if (last === undefined) return;
    const put = [...deposits.values()].flatMap((deposit) => (deposit === null ? [] : [entryOf(deposit)]));
    const remove = [...deposits].flatMap(([depositId, deposit]) => (deposit === null ? [depositId] : []));
    yield { put, remove, position: last.position };
  },
};
