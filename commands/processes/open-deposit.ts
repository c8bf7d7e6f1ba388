import type { DepositBeginning, DepositFact, DepositTemplate } from '../../events/deposit.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import { finishAdmission } from './deposit-admission.js';
import { canonicalJson } from '../core/canonical-json.js';
import { groupChoiceRefusal } from './group-choice.js';
import { groupNameRefusal } from '../archival-group/group-name.js';
import { depositNotFound } from '../deposit/checks.js';
import type { Deposit } from '../deposit/state.js';
import { workspacePrefix } from '../workspace/empty-workspace.js';
import type { Dependencies } from '../core/dependencies.js';
import { askedBy, type Intent } from '../core/intent.js';
import { written, type CommandResult } from '../core/command-result.js';
import { latest, keyReused, type HandleResult } from '../core/handle.js';
import { onDeposit, refusalOf } from '../deposit/on-deposit.js';
import { onLedger } from '../archival-group/on-ledger.js';
import { mintId } from '../core/mint-id.js';
import { prepareWorkspace } from './prepare-workspace.js';
import { readDeposit } from '../reads/read-deposit.js';
import { depositStream } from '../core/stream-names.js';
import { omit } from '../core/omit.js';
import { refused } from '../../flow/result.js';

export interface NewDeposit {
  readonly template: DepositTemplate;
  readonly archivalGroup: RepositoryPath | null;
  readonly archivalGroupName: string | null;
  readonly submissionText: string | null;
  /** The bucket of the workspace. */
  readonly bucket: string;
}

const earlierCreation = async (
  dependencies: Dependencies,
  depositId: string,
): Promise<HandleResult<DepositFact> | null> => {
  const stream = depositStream(depositId);
  for await (const fact of dependencies.events.read<DepositFact>(stream, { limit: 1 })) {
    return written([fact], fact.position);
  }
  return null;
};

/** Ignores `files`, which is no part of the request: an operator may have changed the bucket since. */
const isFor = (beginning: DepositBeginning, { data }: Extract<DepositFact, { type: 'DepositCreated' }>): boolean =>
  canonicalJson(omit(data, 'admission', 'by', 'at', 'files')) === canonicalJson(omit(beginning, 'files'));

/** The append that decides: on the ledger when the deposit is for a group, else on the deposit itself. */
const begin = async (
  dependencies: Dependencies,
  intent: Intent,
  beginning: DepositBeginning,
): Promise<HandleResult<DepositFact>> => {
  const { depositId, archivalGroup: path } = beginning;
  const asked = { depositId, ...askedBy(intent) };
  if (path === null)
    return onDeposit(dependencies, intent, { type: 'CreateDeposit', beginning, admission: null, ...asked });
  const refusal = await groupChoiceRefusal(dependencies, path, depositId);
  if (refusal !== null) return refused(refusal);
  const purpose = { kind: 'create', beginning } as const;
  const admitted = await onLedger(dependencies, intent, { type: 'AdmitDeposit', path, purpose, ...asked });
  if (!admitted.ok) return admitted;
  const [fact] = admitted.value;
  return fact?.type === 'DepositAdmitted' ? finishAdmission(dependencies, fact) : written([], null);
};

/**
 * Creates a deposit and prepares its workspace (preservation 4.2, companion 13.1). The id comes from the command id, so
 * a repeated request finds the deposit it made.
 */
export const openDeposit = async (
  dependencies: Dependencies,
  intent: Intent,
  wanted: NewDeposit,
): Promise<CommandResult<Deposit>> => {
  const { bucket, ...described } = wanted;
  const unwritable = groupNameRefusal(wanted.archivalGroupName);
  if (unwritable !== null) return refused(unwritable);
  const depositId = mintId(`${intent.commandId}:deposit`);
  const beginning = { depositId, ...described, files: { bucket, prefix: workspacePrefix(depositId) } };
  const result = (await earlierCreation(dependencies, depositId)) ?? (await begin(dependencies, intent, beginning));
  const refusal = refusalOf(result);
  if (refusal !== null || !result.ok) return refused(refusal ?? depositNotFound(depositId));
  const [created] = result.value;
  if (created?.type !== 'DepositCreated' || !isFor(beginning, created)) return refused(keyReused());
  const prepared = await prepareWorkspace(dependencies, created);
  const deposit = await readDeposit(dependencies.events, depositId);
  if (deposit === null) return refused(depositNotFound(depositId));
  return written(deposit, latest(result, prepared));
};
