import { setImmediate } from 'node:timers/promises';
import type { PlannedOperation } from '../../events/import-plan.js';
import type { MetsOutline } from '../../formats/mets/outline-mets.js';
import { warningSentence } from '../../formats/tools/warning-sentence.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { Refusal } from '../core/decider.js';
import { presentPaths } from '../workspace/deposit-mets.js';
import { describeDepositMets } from '../workspace/describe-deposit-mets.js';
import { depositNotFound, importable, type DepositOfGroup } from '../deposit/checks.js';
import type { Deposit } from '../deposit/state.js';
import { givenName } from '../archival-group/checks.js';
import { besideDataWarnings } from '../workspace/beside-data.js';
import { pathInPayload, payloadOf, type FilesRoot, workspaceOf } from '../workspace/workspace-files.js';
import { intendedState } from './intended-state.js';
import { operationsFor } from './operations.js';
import { judgeBagOfImport } from './judge-bag-of-import.js';
import type { DescribedFile, Description } from './description.js';
import { ancestorRefusal, groupPathRefusal, kindAt } from '../reads/kind-at.js';
import { objectRefusal } from '../reads/object-mismatch.js';
import { foldDeposit, type FoldedDeposit } from '../deposit/deposit-stream.js';
import { readHeadOfGroup, type HeadOfGroup } from '../reads/read-group.js';
import type { Dependencies } from '../core/dependencies.js';
import { viewFolded } from '../workspace/view-workspace.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { refused, success, type Result } from '../../flow/result.js';

/** The import that would make an archival group equal to a deposit. */
export interface DepositDiff {
  readonly deposit: Deposit;
  readonly archivalGroup: RepositoryPath;
  readonly archivalGroupName: string | null;
  /** The group as it is; null when the import creates it. */
  readonly head: HeadOfGroup | null;
  /** The folder of the workspace that holds the content: `data/` in a bag. */
  readonly filesRoot: FilesRoot;
  /** In the order of execution; empty when there is nothing to do. */
  readonly operations: readonly PlannedOperation[];
  /** What does not refuse the import, as sentences. */
  readonly warnings: readonly string[];
}

export interface DiffOptions {
  /** Whether a bag is compared though its files are not those of its manifests. */
  readonly acceptsIncompleteBag: boolean;
}

/** Compares a deposit with its archival group (preservation 4.4, companion 11.1 and 11.3). Changes nothing. */
export const diffDeposit = async (
  dependencies: Dependencies,
  depositId: string,
  options: DiffOptions,
): Promise<Result<DepositDiff, Refusal>> => {
  const folded = await foldDeposit(dependencies.events, depositId);
  if (folded === null) return refused(depositNotFound(depositId));
  const found = importable(folded.state);
  return found.ok ? diffOf(dependencies, { ...folded, state: found.value }, options) : found;
};

/** As `diffDeposit`, for a deposit that is `importable`. */
export const diffOf = async (
  dependencies: Dependencies,
  folded: FoldedDeposit & { readonly state: DepositOfGroup },
  { acceptsIncompleteBag }: DiffOptions,
): Promise<Result<DepositDiff, Refusal>> => {
  const { archivalGroup } = folded.state;
  const notAsRecorded = await objectRefusal(dependencies, archivalGroup);
  if (notAsRecorded !== null) return refused(notAsRecorded);
  const head = await readHeadOfGroup(dependencies, archivalGroup);
  const misplaced = head === null ? await misplacedRefusal(dependencies, archivalGroup) : null;
  return misplaced === null
    ? compare(dependencies, folded, { archivalGroup, head, acceptsIncompleteBag })
    : refused(misplaced);
};

/** Why an import could not create the group (companion 11.3, step 2). */
const misplacedRefusal = async ({ events }: Dependencies, group: RepositoryPath): Promise<Refusal | null> => {
  const place = await kindAt(events, group);
  const above = ancestorRefusal(place, group);
  return above === null ? groupPathRefusal(place, group) : inconsistent(above);
};

/** The refusal in the form of a diff. */
const inconsistent = (refusal: Refusal): Refusal => ({
  ...refusal,
  code: 'deposit-inconsistent',
  detail: `${refusal.code}: ${refusal.detail}`,
});

type ComparisonInput = Pick<DepositDiff, 'archivalGroup' | 'head'> & DiffOptions;

const compare = async (
  dependencies: Dependencies,
  folded: FoldedDeposit,
  { archivalGroup, head, acceptsIncompleteBag }: ComparisonInput,
): Promise<Result<DepositDiff, Refusal>> => {
  const { state: deposit } = folded;
  const { files } = deposit;
  const [view, found] = await Promise.all([
    viewFolded(dependencies, folded, { fresh: true }),
    describeDepositMets('outline', dependencies, deposit, (stored) => presentPaths(dependencies, deposit, stored)),
  ]);
  if (!view.ok) return view;
  const { stored, said } = found ?? { stored: null, said: success(null) };
  const payload = payloadOf(workspaceOf(view.value), stored?.path ?? null);
  if (!payload.ok) return payload;
  const { filesRoot } = payload.value;
  if (!said.ok) return said;
  const mets = said.value;
  await setImmediate(); // reading a METS of very many files takes long, and so does the next step
  const described = describe(mets, stored, filesRoot);
  const intended = await runInSlices(
    intendedState(payload.value, described, { path: archivalGroup, state: head?.state ?? null }),
  );
  if (!intended.ok) return intended;
  const operations = await runInSlices(operationsFor(intended.value, head?.state ?? null, files.bucket));
  if (!operations.ok) return operations;
  const judged = await judgeBagOfImport({
    view: view.value,
    metsPath: stored?.path ?? null,
    operations: operations.value,
    acceptsIncompleteBag,
    onlyBrought: false,
  });
  if (!judged.ok) return judged;
  const warnings = [
    ...view.value.tools.warnings.map(warningSentence),
    ...besideDataWarnings(view.value),
    ...judged.value.warnings,
  ];
  const archivalGroupName = nameFor(deposit, head, mets);
  return success({ deposit, archivalGroup, archivalGroupName, head, filesRoot, ...judged.value, warnings });
};

/** The name of the group after the import (companion 11.3, step 4). */
const nameFor = (deposit: Deposit, head: HeadOfGroup | null, mets: MetsOutline | null): string | null =>
  givenName(deposit.archivalGroupName) ?? head?.version.name ?? mets?.name ?? null;

/** Adds the METS itself to what it describes, with the digest of its bytes. */
const describe = (
  mets: MetsOutline | null,
  stored: { readonly path: string } | null,
  filesRoot: FilesRoot,
): Description => {
  const files = new Map<string, DescribedFile>();
  const folders = new Map<string, { readonly name: string }>();
  for (const { localPath, name, digest, otherDigest, size, contentType } of mets?.files ?? []) {
    files.set(localPath, { name, sha256: digest?.toLowerCase() ?? null, otherDigest, size, contentType });
  }
  for (const { localPath, name } of mets?.folders ?? []) folders.set(localPath, { name });
  if (stored === null || mets === null) return { files, folders, metsPath: null };
  const metsPath = pathInPayload(stored.path, filesRoot);
  const { sha256, size } = mets;
  files.set(metsPath, { name: metsPath, sha256, otherDigest: null, size, contentType: 'application/xml' });
  return { files, folders, metsPath };
};
