import type { ByteStore } from '../../formats/bytes.js';
import { readMets } from '../../formats/mets/read-mets.js';
import { atMost } from './at-most.js';
import { digestFiles } from './digest-files.js';
import type { LocalFile, LocalFolder } from './folder-inspection.js';
import { depositPath, readDeposit, type Deposit } from './own-deposit.js';
import type { PreservationClient } from './preservation-client.js';
import type { Progress } from './progress.js';
import { inDeposit, OBJECTS, syncPlan, type Sides, type SyncPlan, type Tree } from './sync-plan.js';
import type { Upload, Uploader } from './upload-files.js';

const REQUESTS_AT_ONCE = 16;
const PATHS_PER_EDIT = 5_000;

export interface SyncPorts {
  readonly client: PreservationClient;
  readonly objects: ByteStore;
  readonly upload: Uploader;
  readonly progress: Progress;
}

/** What a sync starts from: the folder, its digests as far as they are known, and the group as it is. */
export type SyncSource = Pick<Sides, 'local' | 'digests' | 'held'>;

/** Makes the workspace and the METS of a deposit describe the local folder, changing no more than that needs. */
export const syncDeposit = async (ports: SyncPorts, deposit: Deposit, source: SyncSource): Promise<void> => {
  const { client, objects, upload, progress } = ports;
  progress.begin('Comparing with the deposit');
  const described = await describedTree(client, deposit);
  const uploaded = await uploadedTree(objects, deposit);
  const files = new Map(source.local.files.map((file) => [inDeposit(file.path), file]));
  const counterparts = [...files].filter(
    ([path]) => !source.digests.has(path) && (described.files.has(path) || uploaded.files.has(path)),
  );
  const digests = new Map([...source.digests, ...(await digestFiles(new Map(counterparts)))]);
  const plan = syncPlan({ ...source, digests, described, uploaded });
  await remove(client, deposit, plan);
  await mark(objects, deposit, plan);
  const uploads = uploadsOf(plan, deposit, files, digests);
  if (uploads.length > 0) {
    const bytes = uploads.reduce((sum, { file }) => sum + file.size, 0);
    progress.begin('Uploading', { files: uploads.length, bytes });
    await upload(uploads, progress.advance);
  }
  await record(ports, deposit, plan);
};

const describedTree = async (client: PreservationClient, deposit: Deposit): Promise<Tree> => {
  const path = `${depositPath(deposit)}/mets`;
  const { value } = await client.call<Buffer>('GET', path, { expected: [200], as: 'bytes' });
  const mets = readMets(value);
  return {
    files: new Map(mets.files.map((file) => [file.localPath, file.digest])),
    folders: new Set([...mets.directoriesByPath.keys()].filter((folder) => folder !== '')),
  };
};

/** Where the objects of a deposit lie. */
const placeOf = ({ files }: Deposit): { readonly bucket: string; readonly prefix: string } => {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(files) ?? [];
  return { bucket, prefix };
};

const uploadedTree = async (objects: ByteStore, deposit: Deposit): Promise<Tree> => {
  const { bucket, prefix } = placeOf(deposit);
  const files = new Map<string, string | null>();
  const folders = new Set<string>();
  for await (const { key } of objects.list(bucket, `${prefix}${OBJECTS}/`)) {
    const path = key.slice(prefix.length);
    if (path.endsWith('/')) folders.add(path.slice(0, -1));
    else files.set(path, null);
  }
  folders.delete(OBJECTS);
  await atMost(REQUESTS_AT_ONCE, [...files.keys()], async (path) => {
    files.set(path, (await objects.head({ bucket, key: prefix + path }))?.sha256 ?? null);
  });
  return { files, folders };
};

/** One edit of the METS, with the ETag that it has now. */
const edit = async (client: PreservationClient, deposit: Deposit, path: string, body: unknown): Promise<void> => {
  const etag = (await readDeposit(client, deposit))?.metsETag ?? null;
  const headers = etag === null ? {} : { 'if-match': etag };
  await client.call('POST', `${depositPath(deposit)}/${path}`, { expected: [200], body, headers });
};

const remove = async (client: PreservationClient, deposit: Deposit, { remove: items }: SyncPlan): Promise<void> => {
  if (items.length === 0) return;
  await edit(client, deposit, 'mets/delete', { deleteFromMets: true, deleteFromDepositFiles: true, items });
};

const mark = (objects: ByteStore, deposit: Deposit, { markers }: SyncPlan): Promise<void> => {
  const { bucket, prefix } = placeOf(deposit);
  return atMost(REQUESTS_AT_ONCE, markers, async (folder) => {
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

const record = async (
  { client, progress }: SyncPorts,
  deposit: Deposit,
  { record: paths }: SyncPlan,
): Promise<void> => {
  for (let first = 0; first < paths.length; first += PATHS_PER_EDIT) {
    progress.begin('Recording in the METS');
    await edit(client, deposit, 'mets', paths.slice(first, first + PATHS_PER_EDIT));
  }
};

/** Local digests of the files that the group has too, by their path in the deposit. */
export const digestCounterparts = (local: LocalFolder, held: Tree): Promise<Map<string, string>> =>
  digestFiles(
    new Map(local.files.map((file) => [inDeposit(file.path), file] as const).filter(([path]) => held.files.has(path))),
  );
