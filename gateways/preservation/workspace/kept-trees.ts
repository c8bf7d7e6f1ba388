import { isDeepStrictEqual } from 'node:util';
import { depositNotFound } from '../../../commands/deposit/checks.js';
import { foldDeposit, type FoldedDeposit } from '../../../commands/deposit/deposit-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Refusal } from '../../../commands/core/decider.js';
import {
  combineFolded,
  readCombinedState,
  type CombinedDeposit,
  type CombinedState,
} from '../../../commands/workspace/combine-deposit.js';
import { indexCombined, type CombinedIndex } from '../../../commands/workspace/combined-row.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { runInSlices } from '../../../flow/slices.js';
import { warningSentence } from '../../../formats/tools/warning-sentence.js';

/** The combined tree of a deposit, as folders of it are listed. */
export interface DepositTree {
  readonly index: CombinedIndex;
  /** What it was made of. */
  readonly readFrom: CombinedState;
  /** Faults in the outputs of tools. */
  readonly warnings: readonly string[];
}

/** Opens the tree of a deposit, for a holder of shares. */
export type OpenDepositTree = (
  depositId: string,
  options: { readonly fresh: boolean; readonly holder: string },
) => Promise<Result<DepositTree, Refusal>>;

/** Files and folders of all deposits that are kept in memory together: some hundred megabytes. */
const CAPACITY = 200_000;

export interface KeptTreeOptions {
  /** Told of each tree that is made. */
  readonly onMade: (combined: CombinedDeposit) => void;
  readonly capacity?: number;
}

/**
 * Keeps the trees that were used last. A kept one is answered while the deposit's stream, the cached listing of its
 * workspace and its METS are those that it was made of, which takes three requests to the store; requests that come while
 * one is made wait for that.
 */
export const keptTrees = (
  dependencies: Dependencies,
  { onMade, capacity = CAPACITY }: KeptTreeOptions,
): OpenDepositTree => {
  const kept = new Map<string, DepositTree>();
  const making = new Map<string, { readonly of: CombinedState; readonly tree: ReturnType<OpenDepositTree> }>();

  const keep = (depositId: string, tree: DepositTree): void => {
    kept.delete(depositId);
    kept.set(depositId, tree);
    let total = 0;
    for (const { index } of kept.values()) total += index.size;
    for (const [oldest, { index }] of kept) {
      if (total <= capacity || oldest === depositId) break;
      kept.delete(oldest);
      total -= index.size;
    }
  };

  const make = async (folded: FoldedDeposit, on: Dependencies, fresh: boolean): ReturnType<OpenDepositTree> => {
    const combined = await combineFolded(on, folded, { fresh });
    if (!combined.ok) return combined;
    onMade(combined.value);
    const { root, readFrom, tools } = combined.value;
    const index = await runInSlices(indexCombined(root));
    const tree = { index, readFrom, warnings: tools.warnings.map(warningSentence) };
    if (readFrom.listing !== null) keep(folded.state.depositId, tree);
    return success(tree);
  };

  return async (depositId, { fresh, holder }) => {
    const folded = await foldDeposit(dependencies.events, depositId);
    if (folded === null) return refused(depositNotFound(depositId));
    const on = { ...dependencies, holder };
    if (fresh) return make(folded, on, fresh);
    const known = kept.get(depositId);
    const state = await readCombinedState(on, folded, known?.readFrom ?? null);
    if (known !== undefined && isDeepStrictEqual(known.readFrom, state)) {
      keep(depositId, known);
      return success(known);
    }
    const other = making.get(depositId);
    if (other !== undefined && isDeepStrictEqual(other.of, state)) return other.tree;
    const tree = make(folded, on, fresh);
    const begun = { of: state, tree };
    making.set(depositId, begun);
    const forget = (): void => {
      if (making.get(depositId) === begun) making.delete(depositId);
    };
    tree.then(forget, forget);
    return tree;
  };
};
