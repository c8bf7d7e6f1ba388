import type { DepositBeginning, DepositFact, DepositTemplate } from '../../../events/deposit.js';
import { descriptionOf, type DepositDescription } from '../../../events/deposit-description.js';
import { uuidV5 } from '../../../events/ids.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { finishAdmission } from './deposit-admission.js';
import { canonicalJson, type Intent, mintId } from '../../core/intent.js';
import { groupChoiceRefusal } from '../groups/group-choice.js';
import { groupNameRefusal } from '../../archival-group/checks.js';
import { depositNotFound } from '../../deposit/checks.js';
import type { Deposit } from '../../deposit/state.js';
import { workspacePrefix } from '../../workspace/empty-workspace.js';
import type { Dependencies } from '../../core/dependencies.js';
import { written, type CommandResult, type Refusal, latest, type HandleResult, keyReused } from '../../core/decider.js';
import { onDeposit, refusalOf, readDeposit, depositStream } from '../../deposit/deposit-stream.js';
import { onLedger } from '../../archival-group/ledger-stream.js';
import { prepareWorkspace } from './prepare-workspace.js';
import { refused, success, type Result } from '../../../flow/result.js';

export interface NewDeposit extends DepositDescription {
  readonly template: DepositTemplate;
  readonly archivalGroup: RepositoryPath | null;
  /** The bucket of the workspace. */
  readonly bucket: string;
}

/** The fact that created a deposit; null where it was not created. */
export const earlierCreation = async (
  dependencies: Dependencies,
  depositId: string,
): Promise<HandleResult<DepositFact> | null> => {
  const stream = depositStream(depositId);
  for await (const fact of dependencies.events.read<DepositFact>(stream, { limit: 1 })) {
    return written([fact], fact.position);
  }
  return null;
};

/**
 * The intent of the append to the ledger. It differs for each group, since the steps of an admission have their ids from
 * it, and a repeated request may be for another group than the one before a crash: only one of the two gets the deposit.
 */
const ofAdmission = (intent: Intent, group: RepositoryPath): Intent => ({
  ...intent,
  commandId: uuidV5(`${intent.commandId}:admit:${group}`),
});

/** The append that decides: on the ledger when the deposit is for a group, else on the deposit itself. */
const begin = async (
  dependencies: Dependencies,
  intent: Intent,
  beginning: DepositBeginning,
): Promise<HandleResult<DepositFact>> => {
  const { depositId, archivalGroup: path } = beginning;
  if (path === null)
    return onDeposit(dependencies, intent, { type: 'CreateDeposit', depositId, beginning, admission: null });
  const refusal = await groupChoiceRefusal(dependencies, path, depositId);
  if (refusal !== null) return refused(refusal);
  const purpose = { kind: 'create', beginning } as const;
  const admitted = await onLedger(dependencies, ofAdmission(intent, path), {
    type: 'AdmitDeposit',
    path,
    depositId,
    purpose,
  });
  if (!admitted.ok) return admitted;
  const [fact] = admitted.value;
  return fact?.type === 'DepositAdmitted' ? finishAdmission(dependencies, fact) : written([], null);
};

/** A request for a deposit. */
interface RequestedDeposit {
  /** What the deposit is made of; asked for only where the request has not made one yet. */
  readonly wanted: () => Promise<Result<NewDeposit, Refusal>>;
  /** Whether a deposit that was made under the request's id is the one that it asks for. */
  readonly isFor: (made: DepositBeginning) => boolean;
}

/**
 * Creates a deposit and prepares its workspace (preservation 4.2, companion 13.1). The id comes from the command id, so
 * a repeated request finds the deposit it made.
 */
export const openRequestedDeposit = async (
  dependencies: Dependencies,
  intent: Intent,
  { wanted, isFor }: RequestedDeposit,
): Promise<CommandResult<Deposit>> => {
  const depositId = mintId(`${intent.commandId}:deposit`);
  const create = async (): Promise<HandleResult<DepositFact>> => {
    const asked = await wanted();
    if (!asked.ok) return asked;
    const { bucket, ...described } = asked.value;
    const files = { bucket, prefix: workspacePrefix(depositId) };
    return begin(dependencies, intent, { depositId, ...described, files });
  };
  const result = (await earlierCreation(dependencies, depositId)) ?? (await create());
  const refusal = refusalOf(result);
  if (refusal !== null || !result.ok) return refused(refusal ?? depositNotFound(depositId));
  const [created] = result.value;
  if (created?.type !== 'DepositCreated' || !isFor(created.data)) return refused(keyReused());
  const prepared = await prepareWorkspace(dependencies, created);
  const deposit = await readDeposit(dependencies.events, depositId);
  if (deposit === null) return refused(depositNotFound(depositId));
  return written(deposit, latest(result, prepared));
};

/** What a caller gives, to compare; the bucket is no part of it, as an operator may have changed it since. */
const requestText = (deposit: Omit<NewDeposit, 'bucket'>): string => {
  const { template, archivalGroup } = deposit;
  return canonicalJson({ template, archivalGroup, ...descriptionOf(deposit) });
};

/** Creates a deposit of what the caller gives, as `openRequestedDeposit` does. */
export const openDeposit = async (
  dependencies: Dependencies,
  intent: Intent,
  wanted: NewDeposit,
): Promise<CommandResult<Deposit>> => {
  const unwritable = groupNameRefusal(wanted.archivalGroupName);
  if (unwritable !== null) return refused(unwritable);
  const asked = requestText(wanted);
  return openRequestedDeposit(dependencies, intent, {
    wanted: () => Promise.resolve(success(wanted)),
    isFor: (made) => requestText(made) === asked,
  });
};
