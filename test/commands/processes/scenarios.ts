import { descriptionOf } from '../../../events/deposit-description.js';
import { onLedger } from '../../../commands/archival-group/ledger-stream.js';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { openDeposit } from '../../../commands/processes/deposits/open-deposit.js';
import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import {
  abandonImport,
  recordPublished,
  reserveGroup,
  startImport,
} from '../../../commands/processes/imports/run-import.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import {
  submitImport,
  type ImportSubmission,
  type SubmittedImport,
} from '../../../commands/processes/imports/submit-import.js';
import type { CommittedVersion } from '../../../events/archival-group.js';
import type { DepositTemplate } from '../../../events/deposit.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import { inventoryKey } from '../../../formats/ocfl/object-place.js';
import { intentOf, noon, WORKSPACE } from '../../support/command-bench.js';
import { valueOf } from '../../support/value-of.js';

/** The group that the scenarios are about. */
export const group = 'letters/1911';
const NAME = 'Letters of 1911';
/** The bytes of every inventory: scenarios are about what the log says, and what lies in the repository agrees with it. */
const INVENTORY = Buffer.from('{}\n');

export const newDeposit = async (
  dependencies: Dependencies,
  archivalGroup: string | null,
  template: DepositTemplate = 'None',
): Promise<Deposit> => {
  const described = { ...descriptionOf({ archivalGroupName: NAME }), bucket: WORKSPACE };
  return valueOf(await openDeposit(dependencies, intentOf('ann'), { template, archivalGroup, ...described }));
};

export const operations: readonly PlannedOperation[] = [
  { op: 'add-container', path: 'objects', name: 'objects' },
  { op: 'add-binary', path: 'objects/a.txt', name: 'a.txt', size: 3, contentType: 'text/plain' },
];

export const submission = (depositId: string | null, archivalGroup = group): ImportSubmission => ({
  depositId,
  archivalGroup,
  request: {
    importJob: null,
    originalImportJob: null,
    isUpdate: null,
    archivalGroupName: NAME,
    source: null,
    suppressActivityStreamEvent: false,
    createdBy: 'ann',
  },
  operations,
});

export const committedVersion = (
  jobId: string,
  version: number,
  created: string,
  inventory: Buffer = INVENTORY,
): CommittedVersion => ({
  jobId,
  epoch: 1,
  version,
  created,
  name: NAME,
  inventory: {
    sha256: digestBytes(inventory).sha256,
    size: inventory.length,
    stagedKey: `imports/${jobId}/inventory.json`,
  },
  baseInventoryETag: null,
  totals: { files: 1, bytes: 3, addedFiles: 1, addedBytes: 3 },
  by: 'ann',
});

const worker = () => intentOf('worker');

/** A job for the group, which does not exist yet, as far as before or after its commit point. */
export const runningImport = async (
  dependencies: Dependencies,
  {
    committed,
    name = NAME,
    inventory,
  }: { readonly committed: boolean; readonly name?: string; readonly inventory?: Buffer },
): Promise<SubmittedImport & { readonly depositId: string }> => {
  await createContainer(dependencies, intentOf('ann'), { path: 'letters', displayName: null });
  const { depositId } = await newDeposit(dependencies, group);
  const job = valueOf(await submitImport(dependencies, intentOf('ann'), submission(depositId)));
  const { jobId } = job;
  valueOf(await startImport(dependencies, worker(), { path: group, jobId, worker: 'w1' }));
  valueOf(await reserveGroup(dependencies, worker(), { path: group, jobId, displayName: NAME }));
  const decided = { path: group, ...committedVersion(jobId, 1, noon.toISOString(), inventory), name };
  if (committed) valueOf(await onLedger(dependencies, worker(), { type: 'DecideCommit', ...decided }));
  return { ...job, depositId };
};

/** A group with one published version, and the deposit it came from. */
export const someImport = async (
  dependencies: Dependencies,
  name = NAME,
  inventory: Buffer = INVENTORY,
): Promise<SubmittedImport & { readonly depositId: string }> => {
  const job = await runningImport(dependencies, { committed: true, name, inventory });
  const { bucket, root } = objectPlaceOf(dependencies, group);
  await dependencies.bytes.put({ bucket, key: inventoryKey(root, null) }, inventory);
  valueOf(await recordPublished(dependencies, worker(), { path: group, jobId: job.jobId, version: 1 }));
  return job;
};

/** A deposit whose import failed. */
export const failedDeposit = async (dependencies: Dependencies): Promise<string> => {
  const { jobId, depositId } = await runningImport(dependencies, { committed: false });
  valueOf(
    await onLedger(dependencies, worker(), {
      type: 'BeginContent',
      path: group,
      jobId,
      epoch: 1,
      folder: 'v1/content',
    }),
  );
  const errors = [{ path: null, message: 'no' }];
  valueOf(await abandonImport(dependencies, worker(), { path: group, jobId, epoch: 1, errors }));
  return depositId;
};
