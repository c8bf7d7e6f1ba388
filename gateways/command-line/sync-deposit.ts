import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ByteStore, Stored } from '../../formats/bytes.js';
import { readMets } from '../../formats/mets/read-mets.js';
import { CommandFault } from './command-fault.js';
import { digestFiles } from './digest-files.js';
import type { LocalFile, LocalFolder } from './folder-inspection.js';
import { mediaTypeOf } from './media-types.js';
import { depositPath, readDeposit, type Deposit } from './own-deposit.js';
import type { PreservationClient } from './preservation-client.js';
import type { Progress } from './progress.js';
import { inDeposit, syncPlan, type Sides, type SyncPlan, type Tree } from './sync-plan.js';

const UPLOADS_AT_ONCE = 16;
const PATHS_PER_EDIT = 5_000;

export interface SyncPorts {
  readonly client: PreservationClient;
  readonly objects: ByteStore;
  readonly progress: Progress;
}

/** What a sync starts from: the folder, its digests as far as they are known, and the group as it is. */
export type SyncSource = Pick<Sides, 'local' | 'digests' | 'held'>;

/** Makes the workspace and the METS of a deposit describe the local folder, changing no more than that needs. */
export const syncDeposit = async (ports: SyncPorts, deposit: Deposit, source: SyncSource): Promise<void> => {
  const { progress } = ports;
  const files = new Map(source.local.files.map((file) => [inDeposit(file.path), file]));
  progress.begin('Comparing with the deposit');
  const described = await describedTree(ports.client, deposit);
  const uploaded = await uploadedTree(ports.objects, deposit);
  const counterparts = [...files].filter(
    ([path]) => !source.digests.has(path) && (described.files.has(path) || uploaded.files.has(path)),
  );
  const digests = new Map([...source.digests, ...(await digestFiles(new Map(counterparts)))]);
  const plan = syncPlan({ ...source, digests, described, uploaded });
  await remove(ports.client, deposit, plan);
  await upload(ports, deposit, plan, files, digests);
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
  for await (const { key } of objects.list(bucket, `${prefix}objects/`)) {
    const path = key.slice(prefix.length);
    if (path.endsWith('/')) folders.add(path.slice(0, -1));
    else files.set(path, (await objects.head({ bucket, key }))?.sha256 ?? null);
  }
  folders.delete('objects');
  return { files, folders };
};

/** One edit of the METS, with the ETag that it has now. */
const edit = async (client: PreservationClient, deposit: Deposit, path: string, body: unknown): Promise<void> => {
  const etag = (await readDeposit(client, deposit))?.metsETag;
  const headers = etag === undefined || etag === null ? {} : { 'if-match': etag };
  await client.call('POST', `${depositPath(deposit)}/${path}`, { expected: [200], body, headers });
};

const remove = async (client: PreservationClient, deposit: Deposit, { remove: items }: SyncPlan): Promise<void> => {
  if (items.length === 0) return;
  await edit(client, deposit, 'mets/delete', { deleteFromMets: true, deleteFromDepositFiles: true, items });
};

const upload = async (
  { objects, progress }: SyncPorts,
  deposit: Deposit,
  plan: SyncPlan,
  files: ReadonlyMap<string, LocalFile>,
  digests: ReadonlyMap<string, string>,
): Promise<void> => {
  const { bucket, prefix } = placeOf(deposit);
  for (const folder of plan.markers) await objects.put({ bucket, key: `${prefix}${folder}/` }, new Uint8Array());
  const chosen = plan.upload.flatMap((path) => {
    const file = files.get(path);
    return file === undefined ? [] : [{ path, file }];
  });
  const bytes = chosen.reduce((sum, { file }) => sum + file.size, 0);
  if (chosen.length > 0) progress.begin('Uploading', { files: chosen.length, bytes });
  const queue = chosen.values();
  const work = async (): Promise<void> => {
    for (const { path, file } of queue) {
      const sha256 = digests.get(path);
      await putFile(objects, { bucket, key: prefix + path }, file, sha256);
      progress.advance(1, file.size);
    }
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
};

const putFile = async (
  objects: ByteStore,
  at: { readonly bucket: string; readonly key: string },
  { location, path, size, modifiedMs }: LocalFile,
  sha256: string | undefined,
): Promise<Stored> => {
  const body = size === 0 ? new Uint8Array() : { stream: createReadStream(location), size };
  const options = { contentType: mediaTypeOf(path), ...(sha256 === undefined ? {} : { sha256 }) };
  let stored: Stored | null = null;
  let failure: unknown = null;
  try {
    stored = await objects.put(at, body, options);
  } catch (error) {
    failure = error;
  }
  const after = await stat(location).catch(() => null);
  if (after === null || after.size !== size || after.mtimeMs !== modifiedMs) {
    throw new CommandFault(`${path} changed while it was uploaded; run the command again when it is at rest.`);
  }
  if (stored === null) throw failure;
  return stored;
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
