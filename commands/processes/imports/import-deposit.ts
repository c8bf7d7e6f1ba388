import type { ImportRequest } from '../../../events/archival-group.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { refuse, type Refusal, type CommandResult } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import type { Intent } from '../../core/intent.js';
import { depositNotFound, importable, infectedRefusal, type DepositOfGroup } from '../../deposit/checks.js';
import type { Deposit } from '../../deposit/state.js';
import { diffOf, type DiffOptions } from '../../import-diff/diff-deposit.js';
import { judgePostedJob } from '../../import-diff/judge-posted-job.js';
import { digestsFromMets } from '../../import-diff/digests-from-mets.js';
import { originNamedAsFolder } from '../../workspace/workspace-object.js';
import { foldDeposit, type FoldedDeposit } from '../../deposit/deposit-stream.js';
import { earlierImport, submitNewImport, type NewImport, type SubmittedImport } from './submit-import.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { runInSlices } from '../../../flow/run-in-slices.js';
import { firstSliced } from '../../../flow/slices.js';

/** The import that makes the group equal to the deposit as it is now. */
export interface DiffJob {
  readonly kind: 'diff';
  readonly request: Pick<
    ImportRequest,
    'importJob' | 'originalImportJob' | 'suppressActivityStreamEvent' | 'createdBy'
  >;
}

/** A job whose operations the caller gives. */
export interface PostedJob {
  readonly kind: 'posted';
  readonly archivalGroup: RepositoryPath;
  readonly request: Omit<ImportRequest, 'message'>;
  /** In the order of execution. */
  readonly operations: readonly PlannedOperation[];
}

export interface DepositImport {
  readonly depositId: string;
  /** The job that the caller asks for; rejects where the deposit cannot have it. */
  readonly jobFor: (deposit: Deposit) => Promise<DiffJob | PostedJob>;
  /** The feature flag EnableMetsIdNormalisation. */
  readonly allowsSuppression: boolean;
  /** Whether a deposit is refused whose last pipeline run found a virus; false by default. */
  readonly refusesInfected?: boolean;
  /** Whether a bag is imported though its files are not those of its manifests; false by default. */
  readonly acceptsIncompleteBag?: boolean;
  /** The job that has ended and that this one repeats. */
  readonly retryOf?: string;
}

/**
 * Imports a deposit by its diff, or by a job that was posted (preservation 4.4). A repeated request answers with the
 * job of the first, whatever the deposit is now. Rejects with what `jobFor` rejects with, before anything is written.
 * Refused with `origin-not-in-deposit` for a posted binary from elsewhere, with `file-named-as-folder` for
 * one from the key of a folder, and with `deposit-infected` where such deposits are not imported.
 */
export const importDeposit = async (
  dependencies: Dependencies,
  intent: Intent,
  wanted: DepositImport,
): Promise<CommandResult<SubmittedImport>> => {
  const { depositId, jobFor, allowsSuppression, refusesInfected = false, acceptsIncompleteBag = false } = wanted;
  const folded = await foldDeposit(dependencies.events, depositId);
  if (folded === null) return refused(depositNotFound(depositId));
  const { state: deposit } = folded;
  const { archivalGroup } = deposit;
  const earlier = archivalGroup === null ? null : await earlierImport(dependencies, intent, archivalGroup);
  if (earlier !== null) return earlier;
  const found = importable(deposit);
  if (!found.ok) return found;
  const infected = refusesInfected ? infectedRefusal(deposit) : null;
  if (infected !== null) return refused(infected);
  const job = await jobFor(deposit);
  const submission =
    job.kind === 'diff'
      ? await byDiff(dependencies, { ...folded, state: found.value }, { ...job, acceptsIncompleteBag })
      : await byPostedJob(dependencies, folded, { ...job, acceptsIncompleteBag });
  if (!submission.ok) return submission;
  const { retryOf } = wanted;
  return submitNewImport(dependencies, intent, { ...submission.value, allowsSuppression, retryOf }, folded);
};

const byDiff = async (
  dependencies: Dependencies,
  folded: FoldedDeposit & { readonly state: DepositOfGroup },
  { request, acceptsIncompleteBag }: DiffJob & DiffOptions,
): Promise<Result<NewImport, Refusal>> => {
  const diff = await diffOf(dependencies, folded, { acceptsIncompleteBag });
  if (!diff.ok) return diff;
  const { archivalGroup, archivalGroupName, operations, head } = diff.value;
  const { state: deposit } = folded;
  const { files } = deposit;
  const source = `s3://${files.bucket}/${files.prefix}`;
  const described = {
    ...request,
    ...messageOf(deposit),
    isUpdate: head !== null,
    archivalGroupName,
    source,
    ...acceptance(acceptsIncompleteBag),
  };
  return success({ archivalGroup, operations, request: described });
};

const byPostedJob = async (
  dependencies: Dependencies,
  folded: FoldedDeposit,
  { archivalGroup, operations, request, acceptsIncompleteBag }: PostedJob & DiffOptions,
): Promise<Result<NewImport, Refusal>> => {
  const { state: deposit } = folded;
  const refusal = await runInSlices(firstSliced(operations, (operation) => originRefusal(deposit, operation)));
  if (refusal !== null) return refused(refusal);
  const judged = await judgePostedJob(dependencies, folded, { operations, acceptsIncompleteBag });
  if (!judged.ok) return judged;
  const complete = await digestsFromMets(dependencies, deposit, judged.value);
  const described = { ...request, ...messageOf(deposit), ...acceptance(acceptsIncompleteBag) };
  return success({ archivalGroup, operations: complete, request: described });
};

/** Recorded where it was given. */
const acceptance = (acceptsIncompleteBag: boolean): Pick<ImportRequest, 'acceptsIncompleteBag'> =>
  acceptsIncompleteBag ? { acceptsIncompleteBag } : {};

/** The submission text of a deposit becomes the message of its version. */
const messageOf = ({ submissionText }: Deposit): Pick<ImportRequest, 'message'> =>
  submissionText === null ? {} : { message: submissionText };

const originRefusal = ({ files }: Deposit, { origin }: PlannedOperation): Refusal | null => {
  if (origin === undefined) return null;
  return isInside(files, origin)
    ? originNamedAsFolder(origin)
    : refuse(
        'origin-not-in-deposit',
        `Origin s3://${origin.bucket}/${origin.key} is not in the Deposit's files, s3://${files.bucket}/${files.prefix}`,
      );
};

const isInside = ({ bucket, prefix }: Deposit['files'], origin: NonNullable<PlannedOperation['origin']>): boolean =>
  origin.bucket === bucket && origin.key.startsWith(prefix) && origin.key !== prefix;
