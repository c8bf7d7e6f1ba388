import { forEachConcurrently } from '../../../flow/concurrently.js';
import { digestWithProgress } from '../folder/digest-files.js';
import type { LocalFile } from '../folder/folder-inspection.js';
import { retryingObjects, type DepositObjects } from './deposit-objects.js';
import { withRetries, realRetryContext, type RetryContext } from '../../api/with-retries.js';
import type { Deposit } from '../../api/resources.js';
import { type PreservationClient, idIn } from '../../api/preservation-client.js';
import type { Progress } from '../output/progress.js';
import { STEPS } from '../output/steps.js';
import { inDeposit, inEdits, syncPlan, type SyncInputs, type SyncPlan } from './sync-plan.js';
import type { Upload, Uploader } from './upload-files.js';
import { ApiFault } from '../../api/api-fault.js';
import { describedTree, placeOf, uploadedTree } from './deposit-trees.js';

const CONCURRENT_REQUESTS = 16;

export interface SyncPorts {
  readonly client: PreservationClient;
  readonly objects: DepositObjects;
  readonly upload: Uploader;
  readonly progress: Progress;
  readonly retries?: RetryContext;
}

/** The input of a sync: the folder, its known digests, and the group's files. */
export type SyncSource = Pick<SyncInputs, 'local' | 'digests' | 'held'>;

/** The outcome of an edit of the METS is unknown; because of its ETag it cannot be made twice. */
class UnansweredEdit extends ApiFault {}

/**
 * Brings the workspace and METS of a deposit to the state of the local folder, with the fewest changes. After an edit
 * that was not answered it reads both again and retries.
 */
export const syncDeposit = (ports: SyncPorts, deposit: Deposit, source: SyncSource): Promise<void> => {
  const retries = ports.retries ?? realRetryContext();
  const objects = retryingObjects(ports.objects, retries);
  const sync = (): Promise<void> => syncOnce({ ...ports, objects }, deposit, source);
  return withRetries(sync, retries, (error) => error instanceof UnansweredEdit);
};

const syncOnce = async (ports: SyncPorts, deposit: Deposit, source: SyncSource): Promise<void> => {
  const { client, objects, upload, progress } = ports;
  progress.begin(STEPS.comparing);
  const described = await describedTree(client, deposit);
  const uploaded = await uploadedTree(objects, deposit);
  const files = new Map(source.local.files.map((file) => [inDeposit(file.path), file]));
  const counterparts = [...files].filter(
    ([path]) => !source.digests.has(path) && (described.files.has(path) || uploaded.files.has(path)),
  );
  const digests = new Map([...source.digests, ...(await digestWithProgress(new Map(counterparts), progress))]);
  const plan = syncPlan({ ...source, digests, described, uploaded });
  await remove(client, deposit, plan);
  await putMarkers(objects, deposit, plan);
  const uploads = uploadsOf(plan, deposit, files, digests);
  if (uploads.length > 0) {
    const bytes = uploads.reduce((sum, { file }) => sum + file.size, 0);
    progress.begin(STEPS.uploading, { files: uploads.length, bytes });
    await upload(uploads, progress.advance);
  }
  await record(ports, deposit, plan);
};

/** Makes one edit of the METS with its present ETag. */
const edit = async (
  client: PreservationClient,
  depositId: string,
  make: (options: { readonly metsETag: string | null }) => Promise<void>,
): Promise<void> => {
  const metsETag = (await client.getDeposit(depositId))?.metsETag ?? null;
  try {
    await make({ metsETag });
  } catch (error) {
    if (!(error instanceof ApiFault && error.transient)) throw error;
    throw new UnansweredEdit(error.message, error);
  }
};

const remove = async (client: PreservationClient, { id }: Deposit, { remove: items }: SyncPlan): Promise<void> => {
  if (items.length === 0) return;
  const selection = { deleteFromMets: true, deleteFromDepositFiles: true, items: [...items] };
  await edit(client, idIn(id), (options) => client.deleteFromMets(idIn(id), selection, options));
};

const putMarkers = (objects: DepositObjects, deposit: Deposit, { markers }: SyncPlan): Promise<void> => {
  const { bucket, prefix } = placeOf(deposit);
  return forEachConcurrently(markers, { width: CONCURRENT_REQUESTS }, async (folder) => {
    await objects.put({ bucket, key: `${prefix}${folder}/` }, new Uint8Array());
  });
};

const uploadsOf = (
  plan: SyncPlan,
  deposit: Deposit,
  files: ReadonlyMap<string, LocalFile>,
  digests: ReadonlyMap<string, string>,
): Upload[] => {
  const { bucket, prefix } = placeOf(deposit);
  return plan.upload.flatMap((path) => {
    const file = files.get(path);
    return file === undefined ? [] : [{ file, to: { bucket, key: prefix + path }, sha256: digests.get(path) }];
  });
};

const record = async ({ client, progress }: SyncPorts, { id }: Deposit, { record: paths }: SyncPlan): Promise<void> => {
  if (paths.length > 0) progress.begin(STEPS.recording, { files: paths.length, bytes: 0 });
  for (const some of inEdits(paths)) {
    await edit(client, idIn(id), (options) => client.addToMets(idIn(id), some, options));
    progress.advance(some.length, 0);
  }
};
