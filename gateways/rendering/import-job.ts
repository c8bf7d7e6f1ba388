import type { DepositDiff } from '../../commands/import-diff/diff-deposit.js';
import type { HeadOfGroup } from '../../commands/reads/read-group.js';
import type { PlannedOperation } from '../../events/import-plan.js';
import { originIn, storageMapContent, storedIn, type VersionLabel } from '../../formats/group-state/storage-map.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { mementoStamp } from '../../formats/ocfl/version-time.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { moment } from './moment.js';
import { renderPlan, type ExistingGroup } from './planned-resources.js';
import { agentUri, depositUri, resourceUri } from '../uris/uris.js';
import { renderVersion } from './versions.js';

/** The agent and time of a request for a diff, and the diff's unique number. */
export interface DiffRequest {
  readonly by: string;
  readonly at: string;
  readonly number: string;
}

/** A generated job (preservation 2.11), in the order of companion 2.8. */
export const renderDiff = async (base: string, diff: DepositDiff, { by, at, number }: DiffRequest): Promise<object> => {
  const { deposit, archivalGroup, head } = diff;
  const jobs = `${depositUri(base, deposit.depositId)}/importjobs`;
  const { files } = deposit;
  const existing = head === null ? null : await existingGroup(head, diff.operations);
  const content = { bucket: files.bucket, prefix: files.prefix + diff.filesRoot };
  const plan = await renderPlan(diff.operations, { base, archivalGroup, existing, files: content });
  return {
    id: `${jobs}/transient/${number}`,
    type: 'ImportJob',
    originalId: `${jobs}/diff`.toLowerCase(),
    created: moment(at),
    createdBy: agentUri(base, by),
    lastModified: moment(at),
    lastModifiedBy: agentUri(base, by),
    deposit: depositUri(base, deposit.depositId),
    archivalGroup: resourceUri(base, archivalGroup),
    archivalGroupName: diff.archivalGroupName,
    isUpdate: head !== null,
    source: `s3://${files.bucket}/${files.prefix}`,
    sourceVersion: head === null ? null : renderVersion(labelOf(head.version)),
    containersToAdd: plan['add-container'],
    binariesToAdd: plan['add-binary'],
    containersToDelete: plan['delete-container'],
    binariesToDelete: plan['delete-binary'],
    binariesToPatch: plan['patch-binary'],
    containersToRename: plan['rename-container'],
    binariesToRename: plan['rename-binary'],
    ...(diff.warnings.length === 0 ? {} : { warnings: diff.warnings }),
  };
};

const labelOf = ({ version, created }: HeadOfGroup['version']): VersionLabel => ({
  mementoTimestamp: mementoStamp(created),
  mementoDateTime: created,
  ocflVersion: versionName(version),
});

/** Makes the storage map, which takes long for a large group, only for diffs that delete binaries. */
const existingGroup = async (
  { state, inventory, place }: HeadOfGroup,
  operations: readonly PlannedOperation[],
): Promise<ExistingGroup> => {
  if (!operations.some(({ op }) => op === 'delete-binary')) return { state, originOf: () => undefined };
  const known = await inventory();
  const storage = storedIn(await runInSlices(storageMapContent(known, known.head)));
  return { state, originOf: (path) => originIn(storage, place, path) };
};
