import { useState } from 'react';
import type { RowSelection } from '../../../parts/lists/rows.js';
import { useWords } from '../../../words/language.js';
import { idOf } from '../../../api/identifiers.js';
import type { ListedDeposit } from '../columns.js';
import { isUnderWay, stayedOf, useRun, type Run } from './run.js';
import type { Target } from './target.js';

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

interface Kept {
  /** The filters that it was selected with. */
  readonly of: string;
  readonly chosen: Chosen;
  /** The run after which those stay selected that it was not done with. */
  readonly run: Run | null;
}

/** With those selected that a run was not done with, which is over. */
const afterRun = (kept: Kept, of: string, run: Run | null): Kept =>
  run === null || isUnderWay(run) || run.of !== of || kept.run === run
    ? kept
    : { of, chosen: someOf(stayedOf(run)), run };

/**
 * What is selected of a listing, whatever its page; `of` tells its filters: with others nothing is. `deposits` are those on the
 * page that is shown.
 */
export const useSelection = (of: string, deposits: readonly ListedDeposit[], total: number) => {
  const { parts, manyDeposits: words, deposit: ofDeposit } = useWords();
  const run = useRun();
  const [before, keep] = useState<Kept>({ of, chosen: NONE, run: null });
  const kept = afterRun(before, of, run);
  if (kept !== before) keep(kept);
  const chosen = kept.of === of ? kept.chosen : NONE;
  const choose = (next: Chosen): void => keep({ of, chosen: next, run: kept.run });
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
  return { of, chosen, count: countOf(chosen, total), choose, chooseAll, rows };
};
export type DepositSelection = ReturnType<typeof useSelection>;
