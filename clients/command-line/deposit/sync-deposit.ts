import { ApiFault } from '../../api/api-fault.js';
import { idIn, type PreservationClient } from '../../api/preservation-client.js';
import type { Deposit } from '../../api/resources.js';
import { realRetryContext, withRetries, type RetryContext } from '../../api/with-retries.js';
import type { Progress } from '../output/progress.js';
import { STEPS } from '../output/steps.js';
import { describedTree, uploadedTree } from './deposit-trees.js';
import { filesInDeposit, inEdits, syncPlan, type SyncInputs, type SyncPlan } from './sync-plan.js';
import type { Upload, Uploader } from './upload-files.js';

export interface SyncPorts {
  readonly client: PreservationClient;
  readonly upload: Uploader;
  readonly progress: Progress;
  readonly retries?: RetryContext;
}

/** The input of a sync: the folder, the digests of its files, and the group's files. */
export type SyncSource = Pick<SyncInputs, 'local' | 'digests' | 'held'>;

/** The outcome of an edit of the METS is unknown; because of its ETag it cannot be made twice. */
class UnansweredEdit extends ApiFault {}

/**
 * Brings the workspace and METS of a deposit to the state of the local folder, with the fewest changes. After an edit
 * that was not answered it reads both again and retries.
 */
export const syncDeposit = (ports: SyncPorts, deposit: Deposit, source: SyncSource): Promise<void> => {
  const retries = ports.retries ?? realRetryContext();
  const sync = (): Promise<void> => syncOnce(ports, deposit, source);
  return withRetries(sync, retries, (error) => error instanceof UnansweredEdit);
};

const syncOnce = async (ports: SyncPorts, deposit: Deposit, source: SyncSource): Promise<void> => {
  const { client, upload, progress } = ports;
  progress.begin(STEPS.comparing);
  const described = await describedTree(client, deposit);
  const uploaded = await uploadedTree(client, deposit);
  const plan = syncPlan({ ...source, described, uploaded });
  await remove(client, deposit, plan);
  await upload.folders(deposit, plan.markers);
  const uploads = uploadsOf(plan, source);
  if (uploads.length > 0) {
    const bytes = uploads.reduce((sum, { file }) => sum + file.size, 0);
    progress.begin(STEPS.uploading, { files: uploads.length, bytes });
    await upload.files(deposit, uploads, progress.advance);
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

const uploadsOf = (plan: SyncPlan, { local, digests }: SyncSource): Upload[] => {
  const files = filesInDeposit(local);
  return plan.upload.flatMap((path) => {
    const [file, sha256] = [files.get(path), digests.get(path)];
    return file === undefined || sha256 === undefined ? [] : [{ file, path, sha256 }];
  });
};

const record = async ({ client, progress }: SyncPorts, { id }: Deposit, { record: paths }: SyncPlan): Promise<void> => {
  if (paths.length > 0) progress.begin(STEPS.recording, { files: paths.length, bytes: 0 });
  for (const some of inEdits(paths)) {
    await edit(client, idIn(id), (options) => client.addToMets(idIn(id), some, options));
    progress.advance(some.length, 0);
  }
};
