import { forEachConcurrently } from '../../../flow/concurrently.js';
import { digestWithProgress } from '../folder/digest-files.js';
import type { LocalFile } from '../folder/folder-inspection.js';
import { patientObjects, type DepositObjects } from './deposit-objects.js';
import { patiently, realPatience, type Patience } from '../../api/patience.js';
import type { Deposit } from '../../api/resources.js';
import { type PreservationClient, idIn } from '../../api/preservation-client.js';
import type { Progress } from '../output/progress.js';
import { STEPS } from '../output/steps.js';
import { inDeposit, syncPlan, type Sides, type SyncPlan } from './sync-plan.js';
import type { Upload, Uploader } from './upload-files.js';
import { ApiFault } from '../../api/api-fault.js';
import { describedTree, placeOf, uploadedTree } from './deposit-trees.js';

const REQUESTS_AT_ONCE = 16;
const PATHS_PER_EDIT = 5_000;

export interface SyncPorts {
  readonly client: PreservationClient;
  readonly objects: DepositObjects;
  readonly upload: Uploader;
  readonly progress: Progress;
  readonly patience?: Patience;
}

/** What a sync starts from: the folder, its digests as far as they are known, and the group as it is. */
export type SyncSource = Pick<Sides, 'local' | 'digests' | 'held'>;

/** Nobody knows whether an edit of the METS was made, and its ETag lets it not be made twice. */
class UnansweredEdit extends ApiFault {}

/**
 * Makes the workspace and the METS of a deposit describe the local folder, changing no more than that needs. After an
 * edit that was not answered it looks at both anew, for as long as requests are repeated.
 */
export const syncDeposit = (ports: SyncPorts, deposit: Deposit, source: SyncSource): Promise<void> => {
  const patience = ports.patience ?? realPatience();
  const objects = patientObjects(ports.objects, patience);
  const sync = (): Promise<void> => syncOnce({ ...ports, objects }, deposit, source);
  return patiently(sync, patience, (error) => error instanceof UnansweredEdit);
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
  await mark(objects, deposit, plan);
  const uploads = uploadsOf(plan, deposit, files, digests);
  if (uploads.length > 0) {
    const bytes = uploads.reduce((sum, { file }) => sum + file.size, 0);
    progress.begin(STEPS.uploading, { files: uploads.length, bytes });
    await upload(uploads, progress.advance);
  }
  await record(ports, deposit, plan);
};

/** One edit of the METS, with the ETag that it has now. */
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
  const selection = { deleteFromMets: true, deleteFromDepositFiles: true, items };
  await edit(client, idIn(id), (options) => client.deleteFromMets(idIn(id), selection, options));
};

const mark = (objects: DepositObjects, deposit: Deposit, { markers }: SyncPlan): Promise<void> => {
  const { bucket, prefix } = placeOf(deposit);
  return forEachConcurrently(markers, { width: REQUESTS_AT_ONCE }, async (folder) => {
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
  for (let first = 0; first < paths.length; first += PATHS_PER_EDIT) {
    const some = paths.slice(first, first + PATHS_PER_EDIT);
    await edit(client, idIn(id), (options) => client.addToMets(idIn(id), some, options));
    progress.advance(some.length, 0);
  }
};
