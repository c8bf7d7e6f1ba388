import type { DescribedDirectory } from '../../formats/mets/model/described-mets.js';
import { metsAsFile } from '../../formats/mets/description/mets-as-file.js';
import { readSource } from '../../formats/mets/mets-work.js';
import type { WholeDescription } from '../../formats/mets/describe-mets.js';
import type { Refusal } from '../core/decider.js';
import {
  readDepositMets,
  type DepositMets,
  agentsOf,
  metsWork,
  orFailureRefusal,
  presentPaths,
} from './deposit-mets.js';
import type { Deposit } from '../deposit/state.js';
import { pathInPayload } from './workspace-files.js';
import type { Dependencies } from '../core/dependencies.js';
import { viewWorkspace, type WorkspaceView } from './view-workspace.js';
import { combinedTree, type CombinedFolder, type TreeSources } from './combined-tree.js';
import { folderTree, type WorkspaceFolder } from './folder-tree.js';
import { toolMetadataOf } from './read-tools.js';
import { isMarker } from './workspace-object.js';
import { success, type Result } from '../../flow/result.js';

export interface CombinedDeposit {
  readonly deposit: Deposit;
  readonly tools: WorkspaceView['tools'];
  readonly root: CombinedFolder;
  /** When the METS file was last modified; null for a deposit without a METS. */
  readonly metsModified: Date | null;
}

/** A deposit's workspace together with its METS (preservation 2.10). A METS that cannot be read is a refusal. */
export const combineDeposit = async (
  dependencies: Dependencies,
  depositId: string,
  options: { readonly fresh: boolean },
): Promise<Result<CombinedDeposit, Refusal>> => {
  const viewed = await viewWorkspace(dependencies, depositId, options);
  if (!viewed.ok) return viewed;
  const view = viewed.value;
  const stored = await readDepositMets(dependencies.bytes, view.deposit.files);
  const mets = stored === null ? success(null) : await described(stored, dependencies, view.deposit);
  if (!mets.ok) return mets;
  const root = combinedTree(sourcesOf(view, stored, mets.value));
  return success({ deposit: view.deposit, tools: view.tools, root, metsModified: stored?.lastModified ?? null });
};

const described = async (
  stored: DepositMets,
  dependencies: Dependencies,
  deposit: Deposit,
): Promise<Result<WholeDescription, Refusal>> => {
  const order = { agents: agentsOf(dependencies), present: await presentPaths(dependencies, deposit, stored) };
  const result = await metsWork(dependencies)('describe', readSource(stored.bytes), order);
  return orFailureRefusal(result);
};

const sourcesOf = (view: WorkspaceView, stored: DepositMets | null, mets: WholeDescription | null): TreeSources => {
  const { filesRoot } = view.tools;
  const tree = folderTree(view.objects, new Date(view.deposit.lastModified));
  const metsPath = stored === null ? null : pathInPayload(stored.path, filesRoot);
  return {
    deposit: filesRoot === '' ? tree : payload(tree, stored),
    mets: mets === null || metsPath === null ? null : withMets(mets, metsPath),
    metsPath,
    outside: view.objects.filter(
      (each) => !isMarker(each) && !each.path.startsWith(filesRoot) && each.path !== stored?.path,
    ),
    toolMetadataOf: (path) => toolMetadataOf(view, path),
  };
};

/** The `data/` folder of a bag, with a METS that is beside it. */
const payload = (tree: WorkspaceFolder, stored: DepositMets | null): WorkspaceFolder => {
  const data = tree.folders.find(({ path }) => path === 'data') ?? tree;
  const beside = tree.files.filter(({ path }) => path === stored?.path);
  return { ...data, files: [...data.files, ...beside] };
};

/** Adds the METS itself to what it describes, with the digest and size of its bytes. */
const withMets = ({ root, ...bytes }: WholeDescription, localPath: string): DescribedDirectory => ({
  ...root,
  files: [...root.files, metsAsFile(localPath, bytes)],
});
