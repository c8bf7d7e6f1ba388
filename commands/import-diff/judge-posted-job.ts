import type { PlannedOperation } from '../../events/import-plan.js';
import { refused, success, type Result } from '../../flow/result.js';
import { isManifest } from '../../formats/bagit/read-manifests.js';
import type { Refusal } from '../core/decider.js';
import type { Dependencies } from '../core/dependencies.js';
import type { FoldedDeposit } from '../deposit/deposit-stream.js';
import type { Deposit } from '../deposit/state.js';
import { findDepositMets } from '../workspace/deposit-mets.js';
import { namedAsFolder } from '../workspace/workspace-object.js';
import { viewFolded } from '../workspace/view-workspace.js';
import type { DiffOptions } from './diff-deposit.js';
import { judgeBagOfImport } from './judge-bag-of-import.js';

/**
 * Judges a bag by the files that a posted job adds or patches (companion 9.9); answers its operations with the digests
 * by which they are verified. A workspace without a manifest is only listed. Refused as `judgeBagOfImport` and
 * `viewFolded`.
 */
export const judgePostedJob = async (
  dependencies: Dependencies,
  folded: FoldedDeposit,
  { operations, acceptsIncompleteBag }: { readonly operations: readonly PlannedOperation[] } & DiffOptions,
): Promise<Result<readonly PlannedOperation[], Refusal>> => {
  const { files } = folded.state;
  const { hasManifest, refusal } = await lookAtKeys(dependencies, files);
  if (refusal !== null) return refused(refusal);
  if (!hasManifest) return success(operations);
  const view = await viewFolded(dependencies, folded, { fresh: true });
  if (!view.ok) return view;
  const mets = await findDepositMets(dependencies.bytes, files);
  const metsPath = mets?.path ?? null;
  const request = { view: view.value, metsPath, operations, acceptsIncompleteBag, onlyBrought: true };
  const judged = await judgeBagOfImport(request);
  return judged.ok ? success(judged.value.operations) : refused(judged.refusal);
};

const lookAtKeys = async (
  { bytes }: Pick<Dependencies, 'bytes'>,
  { bucket, prefix }: Deposit['files'],
): Promise<{ readonly hasManifest: boolean; readonly refusal: Refusal | null }> => {
  const namedAsFolders: { readonly path: string; readonly size: number }[] = [];
  let hasManifest = false;
  for await (const { key, size } of bytes.list(bucket, prefix)) {
    const path = key.slice(prefix.length);
    hasManifest ||= isManifest(path, 'payload');
    if (path.endsWith('/')) namedAsFolders.push({ path, size });
  }
  return { hasManifest, refusal: namedAsFolder(namedAsFolders) };
};
