import type { DepositDiff } from '../../commands/diff-deposit.js';
import type { HeadOfGroup } from '../../commands/read-group.js';
import { originIn, storageMapContent, versionLabel, type StorageMapContent } from '../../formats/ocfl/storage-map.js';
import { moment } from './moment.js';
import { renderPlan, type ExistingGroup } from './planned-resources.js';
import { agentUri, depositUri, resourceUri } from './uris.js';
import { renderVersion } from './versions.js';

/** Who asked for a diff, when, and the number that tells this diff from others. */
export interface DiffAsked {
  readonly by: string;
  readonly at: string;
  readonly number: string;
}

/** A generated job (preservation 2.11), in the order of companion 2.8. */
export const renderDiff = async (base: string, diff: DepositDiff, { by, at, number }: DiffAsked): Promise<object> => {
  const { deposit, archivalGroup, head } = diff;
  const jobs = `${depositUri(base, deposit.depositId)}/importjobs`;
  const { files } = deposit;
  const existing = head === null ? null : existingGroup(head);
  const plan = await renderPlan(diff.operations, { base, archivalGroup, existing, files });
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
    sourceVersion: head === null ? null : renderVersion(versionLabel(head.inventory, head.inventory.head)),
    containersToAdd: plan['add-container'],
    binariesToAdd: plan['add-binary'],
    containersToDelete: plan['delete-container'],
    binariesToDelete: plan['delete-binary'],
    binariesToPatch: plan['patch-binary'],
    containersToRename: plan['rename-container'],
    binariesToRename: plan['rename-binary'],
  };
};

/** The map of a big group takes a while to make, and most diffs delete nothing: it is made when it is asked for. */
const existingGroup = ({ state, inventory, place }: HeadOfGroup): ExistingGroup => {
  let storage: StorageMapContent | null = null;
  return {
    state,
    originOf: (path) => {
      storage ??= storageMapContent(inventory, inventory.head);
      return originIn(storage, place, path);
    },
  };
};
