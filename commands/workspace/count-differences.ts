import { yieldEvery } from '../../flow/yield-every.js';
import { success, type Result } from '../../flow/result.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Refusal } from '../core/decider.js';
import { combineDeposit, type ComparedFolder } from './combine-deposit.js';

/** Numbers of files. */
export interface CountedDifferences {
  /** With other values in the workspace than in the METS. */
  readonly differing: number;
  /** In the workspace, and not in the METS. */
  readonly unrecorded: number;
}

/** How many files of a deposit are not as its METS says. Refused where the METS cannot be read. */
export const countDifferences = async (
  dependencies: Dependencies,
  depositId: string,
): Promise<Result<CountedDifferences, Refusal>> => {
  const combined = await combineDeposit('compare', dependencies, depositId, { fresh: true });
  if (!combined.ok) return combined;
  const yielding = yieldEvery();
  const counts = { differing: 0, unrecorded: 0 };
  const folders: ComparedFolder[] = [combined.value.root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const { mismatches, whereabouts } of folder.files()) {
      if (mismatches.length > 0) counts.differing += 1;
      if (whereabouts === 'Deposit') counts.unrecorded += 1;
      await yielding();
    }
    folders.push(...folder.folders());
  }
  return success(counts);
};
