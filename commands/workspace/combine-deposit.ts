import type { ComparedDirectory, ComparedFile, ComparedMets } from '../../formats/mets/compared-mets.js';
import type { DescribedDirectory, DescribedFile } from '../../formats/mets/model/described-mets.js';
import { metsAsFile } from '../../formats/mets/description/mets-as-file.js';
import type { MetsSummary, WholeDescription } from '../../formats/mets/describe-mets.js';
import type { Refusal } from '../core/decider.js';
import { payloadPaths, presentPaths } from './deposit-mets.js';
import { describeDepositMets, type SaidInMets } from './describe-deposit-mets.js';
import type { Deposit } from '../deposit/state.js';
import { pathInPayload } from './workspace-files.js';
import type { Dependencies } from '../core/dependencies.js';
import {
  readWorkspaceState,
  viewFolded,
  type ListingOptions,
  type WorkspaceState,
  type WorkspaceView,
} from './view-workspace.js';
import { depositNotFound } from '../deposit/checks.js';
import { foldDeposit, type FoldedDeposit } from '../deposit/deposit-stream.js';
import { combinedTree, type CombinedFolder, type TreeSources } from './combined-tree.js';
import { withKeptComparison } from './kept-comparison.js';
import { folderTree, type WorkspaceFolder } from './folder-tree.js';
import { toolMetadataOf } from './read-tools.js';
import { isMarker } from './workspace-object.js';
import { refused, success, type Result } from '../../flow/result.js';

/** What of a METS is combined: all that it says, or what is compared, which takes less time and memory. */
interface RootBy {
  readonly describe: DescribedFolder;
  readonly compare: ComparedFolder;
}
export type CombineTask = keyof RootBy;

export type DescribedFolder = CombinedFolder<DescribedFile, DescribedDirectory>;
export type ComparedFolder = CombinedFolder<ComparedFile, ComparedDirectory>;

export interface CombinedDeposit<Task extends CombineTask> extends Omit<WorkspaceView, 'readFrom'> {
  readonly root: RootBy[Task];
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
export const combineDeposit = async <Task extends CombineTask>(
  task: Task,
  dependencies: Dependencies,
  depositId: string,
  options: ListingOptions,
): Promise<Result<CombinedDeposit<Task>, Refusal>> => {
  const folded = await foldDeposit(dependencies.events, depositId);
  return folded === null
    ? refused(depositNotFound(depositId))
    : combineView(task, dependencies, folded.state, viewFolded(dependencies, folded, options));
};

/** As `combineDeposit`, with a view of the workspace, beside which the METS is read. */
export const combineView = async <Task extends CombineTask>(
  task: Task,
  dependencies: Dependencies,
  deposit: Deposit,
  viewing: Promise<Result<WorkspaceView, Refusal>>,
): Promise<Result<CombinedDeposit<Task>, Refusal>> => {
  const reading = { ...dependencies, mets: withKeptComparison(dependencies, deposit.depositId) };
  const pathsInView = async (): Promise<ReadonlySet<string>> => {
    const viewed = await viewing;
    return payloadPaths(viewed.ok ? viewed.value.objects.map(({ path }) => path) : []);
  };
  const [viewed, found] = await Promise.all([
    viewing,
    describeDepositMets<CombineTask>(task, reading, deposit, (stored) =>
      presentPaths(dependencies, deposit, stored, pathsInView),
    ),
  ]);
  if (!viewed.ok) return viewed;
  const view = viewed.value;
  const { stored, said: mets } = found ?? { stored: null, said: success(null) };
  if (!mets.ok) return mets;
  const root = combinedTree(sourcesOf(view, stored, mets.value)) as RootBy[Task];
  const readFrom = { ...view.readFrom, mets: stored === null ? null : { path: stored.path, etag: stored.etag } };
  const metsModified = stored?.lastModified ?? null;
  const metsSummary = mets.value?.summary ?? null;
  return success({ ...view, root, metsModified, metsSummary, readFrom });
};

/** What is known of a METS by either task. */
type Said = WholeDescription | ComparedMets;
type Stored = Pick<SaidInMets<Said>['stored'], 'path'>;

const sourcesOf = (view: WorkspaceView, stored: Stored | null, mets: Said | null): TreeSources<ComparedDirectory> => {
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
const withMets = ({ root, summary }: Said, localPath: string): ComparedDirectory => ({
  ...root,
  files: [...root.files, metsAsFile(localPath, summary)],
});
