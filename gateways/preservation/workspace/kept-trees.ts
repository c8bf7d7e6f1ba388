import { isDeepStrictEqual } from 'node:util';
import { depositNotFound } from '../../../commands/deposit/checks.js';
import { foldDeposit, type FoldedDeposit } from '../../../commands/deposit/deposit-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Refusal } from '../../../commands/core/decider.js';
import { listedState, listedStateNow } from '../../../commands/workspace/listed-state.js';
import { viewFolded } from '../../../commands/workspace/view-workspace.js';
import {
  combineView,
  readCombinedState,
  type CombinedDeposit,
  type CombinedState,
} from '../../../commands/workspace/combine-deposit.js';
import { indexCombined, type CombinedIndex } from '../../../commands/workspace/combined-row.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { runInSlices } from '../../../flow/run-in-slices.js';
import { sharedRuns } from '../../../flow/sharing/shared-runs.js';
import { workInline } from '../../../formats/mets/mets-work.js';
import { warningSentence } from '../../../formats/tools/warning-sentence.js';
import { noProgress, toldReading, type TreeProgress } from './tree-progress.js';

/** The combined tree of a deposit, as folders of it are listed. */
export interface DepositTree extends Pick<CombinedDeposit<'compare'>, 'metsSummary' | 'metsModified'> {
  readonly index: CombinedIndex;
  /** What it was made of. */
  readonly readFrom: CombinedState;
  /** Of the workspace (`listedState`). */
  readonly listed: string | null;
  /** Faults in the outputs of tools. */
  readonly warnings: readonly string[];
}

/** The trees of deposits. */
export interface DepositTrees {
  /** Opens the tree of a deposit, for a holder of shares. */
  readonly open: (depositId: string, options: OpenOptions) => Promise<Result<DepositTree, Refusal>>;
  /** How far the tree of a deposit is that is being made. */
  readonly progressOf: (depositId: string) => TreeProgress;
}

type OpenedTree = ReturnType<DepositTrees['open']>;

interface OpenOptions {
  /** Whether the workspace is listed again in any case. */
  readonly fresh: boolean;
  readonly holder: string;
}

/** A tree that is being made. */
interface Making {
  /** What it is made of: the state that was found, with the listing once the workspace was listed again. */
  of: CombinedState;
  readonly progress: TreeProgress;
}

interface MakeOptions {
  readonly fresh: boolean;
  /** The tree of the deposit that is kept, if any. */
  readonly known: DepositTree | undefined;
  /** Is kept up to date. */
  readonly making: Making;
}

/** Files and folders of all deposits that are kept in memory together: some hundred megabytes. */
const CAPACITY = 200_000;

export interface KeptTreeOptions {
  /** Told of each tree that is made. */
  readonly onMade: (combined: CombinedDeposit<'compare'>) => void;
  readonly capacity?: number;
}

/** The trees that were kept last, as many as have room together; the newest in any case. */
const recentTrees = (capacity: number) => {
  const kept = new Map<string, DepositTree>();
  let total = 0;
  const forget = (depositId: string): void => {
    total -= kept.get(depositId)?.index.size ?? 0;
    kept.delete(depositId);
  };
  const keep = (depositId: string, tree: DepositTree): void => {
    forget(depositId);
    kept.set(depositId, tree);
    total += tree.index.size;
    for (const oldest of kept.keys()) {
      if (total <= capacity || oldest === depositId) break;
      forget(oldest);
    }
  };
  return { kept, keep };
};

/** The trees that are being made, the last one of each deposit. */
const begunTrees = () => {
  const begun = new Map<string, { readonly making: Making; readonly tree: OpenedTree }>();
  const add = (depositId: string, of: CombinedState, make: (making: Making) => OpenedTree): OpenedTree => {
    const making = { of, progress: noProgress() };
    const tree = make(making);
    begun.set(depositId, { making, tree });
    const forget = (): void => {
      if (begun.get(depositId)?.making === making) begun.delete(depositId);
    };
    tree.then(forget, forget);
    return tree;
  };
  /** The one that is made of this state; null where there is none. */
  const of = (depositId: string, state: CombinedState): OpenedTree | null => {
    const other = begun.get(depositId);
    return other !== undefined && isDeepStrictEqual(other.making.of, state) ? other.tree : null;
  };
  return { add, of, progressOf: (depositId: string) => begun.get(depositId)?.making.progress ?? noProgress() };
};

/** Whether a listing shows what it showed when the tree was made. */
const isAsListed = async (
  { bytes }: Pick<Dependencies, 'bytes'>,
  { state: { files } }: FoldedDeposit,
  { listed }: DepositTree,
): Promise<boolean> => listed !== null && listed === (await listedStateNow(bytes, files));

/**
 * Makes trees, and keeps them. Uses the index of the known tree where neither the objects nor the METS have changed, as after a
 * lock.
 */
const treeMaker =
  (keep: ReturnType<typeof recentTrees>['keep'], onMade: KeptTreeOptions['onMade']) =>
  async (folded: FoldedDeposit, dependencies: Dependencies, { fresh, known, making }: MakeOptions): OpenedTree => {
    const { progress } = making;
    const { mets } = making.of;
    const onListed = (listed: number): void => void (progress.listed = listed);
    const onRead = (read: TreeProgress['mets']): void => void (progress.mets = read);
    const on = { ...dependencies, mets: toldReading(dependencies.mets ?? workInline, onRead) };
    const viewing = viewFolded(on, folded, { fresh, onListed }).then((viewed) => {
      if (viewed.ok) making.of = { ...viewed.value.readFrom, mets };
      return viewed;
    });
    if (known !== undefined && isDeepStrictEqual(known.readFrom.mets, mets)) {
      const viewed = await viewing;
      if (!viewed.ok) return viewed;
      const { objects, begun, readFrom } = viewed.value;
      if (known.listed !== null && known.listed === (await listedState(objects, begun))) {
        const same = { ...known, readFrom: { ...readFrom, mets } };
        if (readFrom.listing !== null) keep(folded.state.depositId, same);
        return success(same);
      }
    }
    const combined = await combineView('compare', on, folded.state, viewing);
    if (!combined.ok) return combined;
    onMade(combined.value);
    const { root, readFrom, objects, begun, tools, metsSummary, metsModified } = combined.value;
    const index = await runInSlices(indexCombined(root, () => void progress.compared++));
    const listed = await listedState(objects, begun);
    const warnings = tools.warnings.map(warningSentence);
    const tree = { index, readFrom, listed, metsSummary, metsModified, warnings };
    if (readFrom.listing !== null) keep(folded.state.depositId, tree);
    return success(tree);
  };

/**
 * Keeps the trees that were used last. A kept one is answered while the deposit's stream, the cached listing of its
 * workspace and its METS are those that it was made of, which takes three requests to the store; requests that come while
 * one is made wait for that. A workspace is listed again once at a time, for all that have asked for it meanwhile: where
 * the listing shows what it showed before, nothing else is read.
 */
export const keptTrees = (
  dependencies: Dependencies,
  { onMade, capacity = CAPACITY }: KeptTreeOptions,
): DepositTrees => {
  const { kept, keep } = recentTrees(capacity);
  const make = treeMaker(keep, onMade);
  const begun = begunTrees();

  const open = async (
    depositId: string,
    { fresh, holder, hasWaited }: OpenOptions & { readonly hasWaited: boolean },
  ): OpenedTree => {
    const folded = await foldDeposit(dependencies.events, depositId);
    if (folded === null) return refused(depositNotFound(depositId));
    const on = { ...dependencies, holder };
    const known = kept.get(depositId);
    const state = await readCombinedState(on, folded, known?.readFrom ?? null);
    const isKnown = known !== undefined && isDeepStrictEqual(known.readFrom, state);
    if (isKnown && (!fresh || (await isAsListed(on, folded, known)))) {
      keep(depositId, known);
      return success(known);
    }
    const other = begun.of(depositId, state);
    if (other !== null && !fresh) return other;
    if (other !== null && !hasWaited) {
      await Promise.allSettled([other]); // what it has listed may have changed since
      return open(depositId, { fresh, holder, hasWaited: true });
    }
    return begun.add(depositId, state, (making) => make(folded, on, { fresh, known, making }));
  };
  const listings = sharedRuns<Awaited<OpenedTree>>();
  return {
    open: (depositId, asked) => {
      const options = { ...asked, hasWaited: false };
      return asked.fresh ? listings(depositId, () => open(depositId, options)) : open(depositId, options);
    },
    progressOf: begun.progressOf,
  };
};
