import { useState } from 'react';
import type { RowSelection } from '../../../parts/rows.js';
import { useWords } from '../../../words/language.js';
import { idOf } from '../../../api/identifiers.js';
import type { ListedDeposit } from '../columns.js';

/** A deposit that something is done with; its id is its address. */
export type Target = Pick<ListedDeposit, 'id' | 'archivalGroupName' | 'status' | 'active'>;

/** Deposits by their ids: some that were listed, or all that filters select but some. */
export type Chosen =
  | { readonly kind: 'some'; readonly deposits: ReadonlyMap<string, Target> }
  | { readonly kind: 'all'; readonly but: ReadonlySet<string> };

export const someOf = (deposits: readonly Target[]): Chosen => ({
  kind: 'some',
  deposits: new Map(deposits.map((deposit) => [deposit.id, deposit])),
});
export const NONE = someOf([]);

/** How many are chosen, of so many that the filters select. */
export const countOf = (chosen: Chosen, total: number): number =>
  chosen.kind === 'some' ? chosen.deposits.size : Math.max(0, total - chosen.but.size);

const isChosen = (chosen: Chosen, id: string): boolean =>
  chosen.kind === 'some' ? chosen.deposits.has(id) : !chosen.but.has(id);

/** With these deposits chosen, or without them. */
const withThese = (chosen: Chosen, deposits: readonly Target[], isOn: boolean): Chosen => {
  const these = new Set(deposits.map(({ id }) => id));
  if (chosen.kind === 'some') {
    const others = [...chosen.deposits.values()].filter(({ id }) => !these.has(id));
    return someOf([...others, ...(isOn ? deposits : [])]);
  }
  const others = [...chosen.but].filter((id) => !these.has(id));
  return { kind: 'all', but: new Set([...others, ...(isOn ? [] : these)]) };
};

/**
 * What is selected of a listing, whatever its page; `of` tells its filters: with others nothing is. `deposits` are those on the
 * page that is shown.
 */
export const useSelection = (of: string, deposits: readonly ListedDeposit[], total: number) => {
  const { parts, manyDeposits: words, deposit: ofDeposit } = useWords();
  const [kept, keep] = useState({ of, chosen: NONE });
  const chosen = kept.of === of ? kept.chosen : NONE;
  const choose = (next: Chosen): void => keep({ of, chosen: next });
  const onPage = deposits.filter(({ id }) => isChosen(chosen, id)).length;
  const areAll = onPage > 0 && onPage === deposits.length;
  const chooseAll = (): void => choose({ kind: 'all', but: new Set() });
  const rows: RowSelection = {
    has: (id) => isChosen(chosen, id),
    toggle: (id) =>
      choose(
        withThese(
          chosen,
          deposits.filter((each) => each.id === id),
          !isChosen(chosen, id),
        ),
      ),
    range: (from, to) => choose(withThese(chosen, deposits.slice(from, to + 1), true)),
    toggleAll: () => choose(withThese(chosen, deposits, !areAll)),
    everything: chooseAll,
    all: areAll || (onPage > 0 && 'partly'),
    label: (id) =>
      parts.select(deposits.find((each) => each.id === id)?.archivalGroupName ?? `${ofDeposit.noName}, ${idOf(id)}`),
    allLabel: words.selectPage,
  };
  return { chosen, count: countOf(chosen, total), choose, chooseAll, rows };
};
export type DepositSelection = ReturnType<typeof useSelection>;
