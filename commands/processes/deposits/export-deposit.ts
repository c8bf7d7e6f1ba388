import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { DepositFact, DepositTemplate } from '../../../events/deposit.js';
import { descriptionOf, type DepositDescription } from '../../../events/deposit-description.js';
import { findMets } from '../../../formats/mets/find-mets.js';
import type { RepositoryPath } from '../../../formats/paths/repository-path.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { groupNameRefusal } from '../../archival-group/checks.js';
import { earlierOnLedger, onLedger, readLedger } from '../../archival-group/ledger-stream.js';
import { headOf, type PublishedVersion } from '../../archival-group/state.js';
import {
  written,
  type CommandResult,
  refuse,
  type Refusal,
  latest,
  type HandleResult,
  keyReused,
} from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { type Intent, mintId } from '../../core/intent.js';
import { depositNotFound } from '../../deposit/checks.js';
import { refusalOf, readDeposit } from '../../deposit/deposit-stream.js';
import type { Deposit } from '../../deposit/state.js';
import { publishedVersion, readVersionOfGroup } from '../../reads/read-version.js';
import { workspacePrefix } from '../../workspace/empty-workspace.js';
import { finishAdmission } from './deposit-admission.js';
import { earlierCreation } from './open-deposit.js';
import { finishExportRequest } from '../exports/export-steps.js';
import { groupChoiceRefusal } from '../groups/group-choice.js';
import { prepareWorkspace } from './prepare-workspace.js';

/** A deposit to be created from a version of an archival group, with the name that the group has there by default. */
export interface NewExportedDeposit extends DepositDescription {
  readonly archivalGroup: RepositoryPath;
  /** A label such as `v2`, or a 14-digit Memento stamp; null for the head. */
  readonly version: string | null;
  readonly template: DepositTemplate;
  /** The bucket of the workspace. */
  readonly bucket: string;
  /** The export that has ended and that this one repeats. */
  readonly retryOf?: string;
}

const notExportable: Refusal = refuse('group-not-exportable', 'Archival Group does not exist, cannot export');

const onlyHead: Refusal = refuse(
  'version-without-mets',
  "If exporting an Archival Group that doesn't have a METS, you can only export the HEAD version.",
);

/** Whether the group has a METS in its root at a version (companion 6.1). */
const hasMets = async (dependencies: Dependencies, group: RepositoryPath, version: number): Promise<boolean> => {
  const { state } = await readVersionOfGroup(dependencies, group, version);
  return findMets([...state.binaries.keys()].filter((path) => !path.includes('/'))) !== null;
};

/** The version to export, after all that can be checked before anything is recorded (companion 13.1, 13.2, 5.11). */
const versionToExport = async (
  dependencies: Dependencies,
  { archivalGroup, version: wanted, template }: NewExportedDeposit,
  depositId: string,
): Promise<Result<PublishedVersion, Refusal>> => {
  const refusal = await groupChoiceRefusal(dependencies, archivalGroup, depositId);
  if (refusal !== null) return refused(refusal);
  const ledger = await readLedger(dependencies.events, archivalGroup);
  const head = headOf(ledger);
  if (head === null) return refused(notExportable);
  const version = publishedVersion(ledger, wanted);
  if (version === null) return refused(refuse('version-not-found', `${archivalGroup} has no version ${wanted ?? ''}`));
  const isOld = template !== 'None' && version.version !== head.version;
  if (isOld && !(await hasMets(dependencies, archivalGroup, version.version))) return refused(onlyHead);
  return success(version);
};

type AdmissionResult = HandleResult<ArchivalGroupFact>;

/** Admits the deposit and its export, by one append to the ledger. */
const admit = async (
  dependencies: Dependencies,
  intent: Intent,
  wanted: NewExportedDeposit,
  depositId: string,
): Promise<AdmissionResult> => {
  const { archivalGroup: path, archivalGroupName, template, bucket, retryOf } = wanted;
  const found = await versionToExport(dependencies, wanted, depositId);
  if (!found.ok) return found;
  const { version, inventory, name } = found.value;
  const files = { bucket, prefix: workspacePrefix(depositId) };
  const described = { ...descriptionOf(wanted), archivalGroupName: archivalGroupName ?? name };
  const beginning = { depositId, template, archivalGroup: path, ...described, files };
  const exportId = mintId(`${intent.commandId}:export`);
  return onLedger(dependencies, intent, {
    type: 'AdmitDeposit',
    path,
    depositId,
    purpose: { kind: 'export', beginning, exportId, version },
    export: {
      ...{ exportId, depositId, version, inventorySha256: inventory.sha256, destination: files, declared: {} },
      ...(retryOf === undefined ? {} : { retryOf }),
    },
  });
};

/** Creates the deposit that was admitted, and queues its export. */
const finish = async (dependencies: Dependencies, admitted: AdmissionResult): Promise<HandleResult<DepositFact>> => {
  if (!admitted.ok) return admitted;
  const [admission, request] = admitted.value;
  if (admission?.type !== 'DepositAdmitted' || request?.type !== 'ExportRequested') return refused(keyReused());
  const created = await finishAdmission(dependencies, admission);
  const queued = await finishExportRequest(dependencies, request);
  return created.ok ? { ...created, position: latest(created, queued) } : created;
};

/** The deposit that this request made before; null where it has not. */
const earlierExport = async (
  dependencies: Dependencies,
  intent: Intent,
  { archivalGroup, template }: NewExportedDeposit,
  depositId: string,
): Promise<HandleResult<DepositFact> | null> => {
  const admitted = await earlierOnLedger(dependencies, intent, archivalGroup);
  if (admitted !== null) return finish(dependencies, admitted);
  const created = await earlierCreation(dependencies, depositId);
  const [fact] = created?.ok === true ? created.value : [];
  if (fact?.type !== 'DepositCreated') return created;
  return fact.data.archivalGroup === archivalGroup && fact.data.template === template ? created : refused(keyReused());
};

/**
 * Creates a deposit that a version of an archival group is exported into (preservation 4.2, companion 13.1). The ids
 * come from the command id, so a repeated request finds the deposit it made.
 */
export const exportDeposit = async (
  dependencies: Dependencies,
  intent: Intent,
  wanted: NewExportedDeposit,
): Promise<CommandResult<Deposit>> => {
  const unwritable = groupNameRefusal(wanted.archivalGroupName);
  if (unwritable !== null) return refused(unwritable);
  const depositId = mintId(`${intent.commandId}:deposit`);
  const created =
    (await earlierExport(dependencies, intent, wanted, depositId)) ??
    (await finish(dependencies, await admit(dependencies, intent, wanted, depositId)));
  const refusal = refusalOf(created);
  if (refusal !== null || !created.ok) return refused(refusal ?? depositNotFound(depositId));
  const [fact] = created.value;
  const prepared = fact?.type === 'DepositCreated' ? await prepareWorkspace(dependencies, fact) : null;
  const deposit = await readDeposit(dependencies.events, depositId);
  return deposit === null ? refused(depositNotFound(depositId)) : written(deposit, latest(created, prepared));
};
