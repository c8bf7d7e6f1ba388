import type { DescribedDirectory } from '../../formats/mets/model/described-mets.js';
import { metsAsFile } from '../../formats/mets/description/mets-as-file.js';
import type { MetsSummary, WholeDescription } from '../../formats/mets/describe-mets.js';
import type { Refusal } from '../core/decider.js';
import { presentPaths } from './deposit-mets.js';
import { describeDepositMets, type SaidInMets } from './describe-deposit-mets.js';
import type { Deposit } from '../deposit/state.js';
import { pathInPayload } from './workspace-files.js';
import type { Dependencies } from '../core/dependencies.js';
import {
  readWorkspaceState,
  viewWorkspace,
  type ListingOptions,
  type WorkspaceState,
  type WorkspaceView,
} from './view-workspace.js';
import type { FoldedDeposit } from '../deposit/deposit-stream.js';
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
  /** Null for a deposit without a METS. */
  readonly metsSummary: MetsSummary | null;
  readonly readFrom: CombinedState;
}

/** What a combined deposit is made of: it is the same while these are. */
export interface CombinedState extends WorkspaceState {
  /** Null for a deposit without a METS; `path` is relative to the deposit. */
  readonly mets: { readonly path: string; readonly etag: string } | null;
}

/**
 * What a combined deposit would be made of now. A METS with another name than the usual one is looked for where it `was`,
 * since finding it takes a listing of the whole workspace, as a fresh view makes it.
 */
export const readCombinedState = async (
  dependencies: Dependencies,
  folded: FoldedDeposit,
  was: CombinedState | null,
): Promise<CombinedState> => {
  const { bucket, prefix } = folded.state.files;
  const paths = new Set(['mets.xml', was?.mets?.path ?? 'mets.xml']);
  const [workspace, ...found] = await Promise.all([
    readWorkspaceState(dependencies, folded),
    ...[...paths].map(async (path) => {
      const info = await dependencies.bytes.head({ bucket, key: prefix + path });
      return info === null ? null : { path, etag: info.etag };
    }),
  ]);
  return { ...workspace, mets: found.find((each) => each !== null) ?? null };
};

/** A deposit's workspace together with its METS (preservation 2.10). A METS that cannot be read is a refusal. */
export const combineDeposit = async (
  dependencies: Dependencies,
  depositId: string,
  options: ListingOptions,
): Promise<Result<CombinedDeposit, Refusal>> => {
  const viewed = await viewWorkspace(dependencies, depositId, options);
  return viewed.ok ? combineView(dependencies, viewed.value) : viewed;
};

/** As `combineDeposit`, with a view of the workspace that the caller has. */
export const combineView = async (
  dependencies: Dependencies,
  view: WorkspaceView,
): Promise<Result<CombinedDeposit, Refusal>> => {
  const found = await describeDepositMets('describe', dependencies, view.deposit, (stored) =>
    presentPaths(dependencies, view.deposit, stored),
  );
  const { stored, said: mets } = found ?? { stored: null, said: success(null) };
  if (!mets.ok) return mets;
  const root = combinedTree(sourcesOf(view, stored, mets.value));
  const { deposit, tools, readFrom } = view;
  const readMets = stored === null ? null : { path: stored.path, etag: stored.etag };
  const metsModified = stored?.lastModified ?? null;
  const metsSummary = mets.value?.summary ?? null;
  return success({ deposit, tools, root, metsModified, metsSummary, readFrom: { ...readFrom, mets: readMets } });
};

type Stored = Pick<SaidInMets<WholeDescription>['stored'], 'path'>;

const sourcesOf = (view: WorkspaceView, stored: Stored | null, mets: WholeDescription | null): TreeSources => {
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
const payload = (tree: WorkspaceFolder, stored: Stored | null): WorkspaceFolder => {
  const data = tree.folders.find(({ path }) => path === 'data') ?? tree;
  const beside = tree.files.filter(({ path }) => path === stored?.path);
  return { ...data, files: [...data.files, ...beside] };
};

/** Adds the METS itself to what it describes, with the digest and size of its bytes. */
const withMets = ({ root, summary }: WholeDescription, localPath: string): DescribedDirectory => ({
  ...root,
  files: [...root.files, metsAsFile(localPath, summary)],
});
