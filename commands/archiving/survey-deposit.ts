import { ByteStoreFault } from '../../formats/bytes.js';
import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';
import { XmlFault } from '../../formats/xml/fault.js';
import type { ArchiveFailure } from '../../events/deposit.js';
import type { Dependencies } from '../core/dependencies.js';
import type { Deposit } from '../deposit/state.js';
import { workspacePrefix } from '../workspace/empty-workspace.js';
import type { FilesRoot } from '../workspace/workspace-files.js';
import { describeDepositMets } from '../workspace/describe-deposit-mets.js';
import { readObjects } from '../workspace/view-workspace.js';
import type { WorkspaceObject } from '../workspace/workspace-object.js';
import { ARCHIVED_NOTE, isNoteTaken } from './archived-note.js';
import { checkContent, type NeededContent } from './check-content.js';
import { checkObjects, type ReadDigest } from './check-objects.js';
import { failureList, type FailureList } from './failure-list.js';
import { preservedVersion, type PreservedVersion } from './preserved-version.js';
import { isRemovable } from './removable-folders.js';

/** An object as it was listed. */
export type ListedState = WorkspaceObject['listed'];

/** What archiving a deposit would remove, and why it must not be archived. */
export interface ArchiveSurvey {
  /** Empty where every removable file is proven to be preserved. */
  readonly failures: readonly ArchiveFailure[];
  /** The version that was compared; null where there is none. */
  readonly version: Pick<PreservedVersion, 'archivalGroup' | 'label' | 'inventorySha256'> | null;
  readonly filesRoot: FilesRoot;
  /** The objects to remove by key, with markers of folders. */
  readonly removable: ReadonlyMap<string, ListedState>;
  /** Without markers. */
  readonly files: number;
  readonly bytes: number;
  /** How many files must still be read for their digest. */
  readonly unread: number;
}

export interface SurveyOptions {
  /** Reads an object for its SHA-256, where the store has none; null to only count such objects. */
  readonly readDigest: ReadDigest | null;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Compares a deposit with the version of its group that must have its files (ADR 32): each file of its METS, and each
 * file below `objects/` and `metadata/` of its workspace, must be in that version under the same path and with the same
 * SHA-256, and its content in the object with the same size. A store that refuses, and an object or a METS that cannot
 * be read, is a failure of the survey; rejects with a transient ByteStoreFault or EventStoreFault.
 */
export const surveyDeposit = async (
  dependencies: Dependencies,
  deposit: Deposit,
  options: SurveyOptions,
): Promise<ArchiveSurvey> => {
  const failures = failureList();
  try {
    return await survey(dependencies, deposit, { ...options, failures });
  } catch (error) {
    const isReason = error instanceof OcflFault || error instanceof XmlFault || isFinal(error);
    if (!isReason) throw error;
    failures.add(null, error.message);
    return { ...nothing, failures: failures.listed() };
  }
};

const isFinal = (error: unknown): error is ByteStoreFault => error instanceof ByteStoreFault && !error.transient;

const nothing = {
  version: null,
  filesRoot: '',
  removable: new Map<string, ListedState>(),
  files: 0,
  bytes: 0,
  unread: 0,
} as const;

const survey = async (
  dependencies: Dependencies,
  deposit: Deposit,
  { failures, readDigest, signal }: SurveyOptions & { readonly failures: FailureList },
): Promise<ArchiveSurvey> => {
  const { files, depositId } = deposit;
  if (files.prefix !== workspacePrefix(depositId))
    failures.add(null, `The deposit claims ${files.prefix}, which is not its workspace.`);
  if (await isNoteTaken(dependencies.bytes, deposit))
    failures.add(ARCHIVED_NOTE, 'A file of this name is there, which the archiver has not written.');
  const objects = await readObjects(dependencies.bytes, files);
  const filesRoot = objects.some(({ path }) => path.startsWith('data/')) ? 'data/' : '';
  const removable = objects.filter(({ path }) => isRemovable(path, filesRoot));
  const found = await preservedVersion(dependencies, deposit);
  const version = found.ok ? found.value : null;
  if (!found.ok) failures.add(null, found.refusal);
  const needed: NeededContent[] = [];
  if (version !== null) needed.push(...(await metsContent(dependencies, deposit, version, failures)));
  const checked = await checkObjects(dependencies, removable, {
    deposit,
    filesRoot,
    version,
    readDigest,
    failures,
    signal,
  });
  if (version !== null)
    await checkContent(dependencies.bytes, version, { needed: [...needed, ...checked.needed], failures, signal });
  const { removable: listed, files: count, bytes, unread } = checked;
  return { failures: failures.listed(), version, filesRoot, removable: listed, files: count, bytes, unread };
};

/** The content that the files of the METS need in the version. */
const metsContent = async (
  dependencies: Dependencies,
  deposit: Deposit,
  { digests, label }: PreservedVersion,
  failures: FailureList,
): Promise<NeededContent[]> => {
  const found = await describeDepositMets('outline', dependencies, deposit, () =>
    Promise.resolve(new Set(digests.keys())),
  );
  if (found?.said.ok !== true) {
    failures.add(found?.stored.path ?? null, found?.said.refusal.detail ?? 'The deposit has no METS.');
    return [];
  }
  return found.said.value.files.flatMap(({ localPath: path, digest, size }) => {
    const preserved = digests.get(path);
    if (preserved === undefined) failures.add(path, `The METS has this file, and ${label} has not.`);
    else if (digest !== null && digest.toLowerCase() !== preserved.toLowerCase())
      failures.add(path, `The file has another digest in the METS than in ${label}.`);
    else return [{ path, digest: preserved, size }];
    return [];
  });
};
