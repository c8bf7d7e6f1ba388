import { STORED_LISTING } from '../../formats/stored-listing.js';
import { recordedName, type GroupState } from '../../formats/group-state/group-state.js';
import {
  ancestorsOf,
  lastName,
  pathViolation,
  pathLengthViolation,
  type RepositoryPath,
} from '../../formats/paths/repository-path.js';
import { refuse, type Refusal } from '../core/decider.js';
import { agreedContentType, agreedSize, knownDigests, type FileSources } from './agreement.js';
import type { DescribedFile, Description } from './description.js';
import type { Workspace, WorkspaceFile } from '../workspace/workspace-files.js';
import { sortByUtf8 } from '../../formats/paths/utf8-order.js';
import { eachSliced, firstSliced, type SlicedWork } from '../../flow/slices.js';
import { refused, success, type Result } from '../../flow/result.js';

/** A file as it is to be in the archival group, by the deposit and its METS. */
export interface IntendedFile {
  readonly path: string;
  readonly name: string;
  readonly sha256: string;
  readonly size: number;
  readonly contentType: string | null;
  /** Null for a file that only the METS describes: its bytes are in the group already. */
  readonly origin: WorkspaceFile | null;
}

export interface IntendedState {
  /** In the order of their paths' UTF-8 bytes. */
  readonly files: readonly IntendedFile[];
  readonly folders: readonly { readonly path: string; readonly name: string }[];
  /** Empty folders that the METS does not describe: they are ignored (preservation 4.4). */
  readonly skipped: ReadonlySet<string>;
}

/** The archival group that the deposit is for. */
export interface IntendedGroup {
  readonly path: RepositoryPath;
  /** As it is; null when the import creates it. */
  readonly state: GroupState | null;
}

const sortedUnion = (...groups: readonly ReadonlyMap<string, unknown>[]): string[] =>
  sortByUtf8([...new Set(groups.flatMap((group) => [...group.keys()]))], (path) => path);

/**
 * Merges the workspace with its METS (companion 11.3, steps 5 to 10): the state after an import, or the first reason
 * why it cannot be imported.
 */
export function* intendedState(
  workspace: Workspace,
  described: Description,
  { path: archivalGroup, state: group }: IntendedGroup,
): SlicedWork<Result<IntendedState, Refusal>> {
  const paths = sortedUnion(workspace.files, described.files).filter((path) => path !== STORED_LISTING);
  const folderPaths = sortedUnion(workspace.folders, described.folders);
  const unusable =
    (yield* firstSliced([...paths, ...folderPaths], (path) => unusablePath(archivalGroup, path))) ??
    fileAndFolder(paths, folderPaths);
  if (unusable !== null) return refused(unusable);

  const files: IntendedFile[] = [];
  const refusal = yield* firstSliced(paths, (path) => {
    const sources = { path, stored: workspace.files.get(path) ?? null, described: described.files.get(path) ?? null };
    const file = intendedFile({
      ...sources,
      isMets: path === described.metsPath,
      existing: group?.binaries.get(path)?.size ?? null,
    });
    if (!file.ok) return file.refusal;
    files.push(file.value);
    return null;
  });
  if (refusal !== null) return refused(refusal);
  const filled = yield* foldersWithContent(workspace);
  const folders: { path: string; name: string }[] = [];
  for (const path of folderPaths) {
    const folder = described.folders.get(path);
    if (folder !== undefined) folders.push({ path, name: recordedName(folder.name ?? lastName(path)) });
    else if (filled.has(path)) return refused(refuse('mets-incomplete', `Could not find folder ${path} in METS file.`));
  }
  return success({ files, folders, skipped: new Set(folderPaths.filter((path) => !described.folders.has(path))) });
}

function* foldersWithContent(workspace: Workspace): SlicedWork<Set<string>> {
  const folders = new Set<string>();
  yield* eachSliced(workspace.files.keys(), (path) => {
    for (const folder of ancestorsOf(path)) folders.add(folder);
  });
  return folders;
}

const unusablePath = (group: string, path: string): Refusal | null => {
  const tooLong = pathLengthViolation(`${group}/${path}`);
  if (tooLong !== null) return refuse('deposit-inconsistent', tooLong);
  const violation = pathViolation(path);
  if (violation !== null) return refuse('deposit-inconsistent', `'${path}' cannot be a repository path. ${violation}`);
  if (path === '.muniment' || path.startsWith('.muniment/')) {
    return refuse('deposit-inconsistent', `'${path}' is below .muniment, which the platform keeps for itself.`);
  }
  return null;
};

const fileAndFolder = (files: readonly string[], folders: readonly string[]): Refusal | null => {
  const known = new Set(folders);
  const both = files.find((path) => known.has(path));
  return both === undefined ? null : refuse('deposit-inconsistent', `'${both}' is both a file and a folder.`);
};

const RECORD_ADVICE = 'Record the file again with POST …/mets: the METS takes what is known of it by now.';
const COMPUTE_ADVICE =
  'Or have the platform read what came without a digest: record it with POST …/mets?computeDigests=true.';

const noDigest = (path: string): Refusal => ({
  ...refuse(
    'deposit-inconsistent',
    `File ${path} has no digest information in either METS, metadata or Deposit file attributes. ` +
      'Upload it in one piece with a SHA-256 checksum (x-amz-checksum-sha256), then record it in the METS.',
  ),
  advice: COMPUTE_ADVICE,
});

const contradictory = (path: string, { sha256, otherDigest }: DescribedFile): Refusal => ({
  ...refuse(
    'deposit-inconsistent',
    `Digests for ${path} are not all the same: its METS has ${sha256} in PREMIS and ${otherDigest} in mets:file/@CHECKSUM.`,
  ),
  advice: 'Correct the METS: one of the two is not the SHA-256 of the file that it was written for.',
});

const intendedFile = (sources: FileSources): Result<IntendedFile, Refusal> => {
  const { path, stored, described } = sources;
  const size = agreedSize(sources);
  if (!size.ok) return size;
  const contentType = agreedContentType(sources);
  if (!contentType.ok) return contentType;
  if (described !== null && described.otherDigest !== null) return refused(contradictory(path, described));
  const digests = knownDigests(sources);
  if (digests.length > 1) {
    return refused(refuse('deposit-inconsistent', `File ${path} has different digests in deposit and mets`));
  }
  const [sha256] = digests;
  if (sha256 === undefined) {
    return refused(noDigest(path));
  }
  if (described === null) return refused(refuse('mets-incomplete', `Could not find file ${path} in METS file.`));
  if (described.sha256 === null)
    return refused({ ...refuse('mets-incomplete', `File ${path} has no digest in METS file.`), advice: RECORD_ADVICE });
  const name = recordedName(described.name ?? stored?.name ?? lastName(path));
  return success({ path, name, sha256, size: size.value, contentType: contentType.value, origin: stored });
};
