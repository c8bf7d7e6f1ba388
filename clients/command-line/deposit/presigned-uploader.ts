import { forEachConcurrently } from '../../../flow/concurrently.js';
import { ApiFault } from '../../api/api-fault.js';
import { idIn, type PreservationClient } from '../../api/preservation-client.js';
import type { PresignedStore } from '../../api/put-file.js';
import type { Deposit, PresignedUpload, UploadRequests } from '../../api/resources.js';
import { withRetries, type RetryContext } from '../../api/with-retries.js';
import { changedFile, unreadableFile } from '../folder/file-faults.js';
import { described, type Advance, type Upload, type Uploader } from './upload-files.js';

interface Ports {
  readonly client: Pick<PreservationClient, 'postDepositCredentials'>;
  readonly store: Pick<PresignedStore, 'put'>;
  readonly retries: RetryContext;
}

/** Enough that the syncs of many files, and of the rows that name them, are made together. */
const CONCURRENT_UPLOADS = 64;
/** The most of one request for access, so that the access to the last ones has not ended when their turn comes. */
const MOST_FILES = 500;
const MOST_BYTES = 16 * 1024 ** 3;

/** Uploads over HTTP with access to the deposit alone; the store refuses other bytes than those of the digests. */
export const presignedUploader = (ports: Ports): Uploader => ({
  files: async (deposit, uploads, advance) => {
    for (const some of inRequests(uploads)) await uploadSome(ports, deposit, some, advance);
  },
  folders: async (deposit, paths) => {
    for (let from = 0; from < paths.length; from += MOST_FILES) {
      const folders = paths.slice(from, from + MOST_FILES);
      await withRetries(async () => {
        const signed = await signedFor(ports, deposit, { files: [], folders });
        await forEachConcurrently(signed, { width: CONCURRENT_UPLOADS }, (to) =>
          ports.store.put(to, { location: null, size: 0, onSent: () => undefined }),
        );
      }, ports.retries);
    }
  },
});

const uploadSome = async (
  ports: Ports,
  deposit: Deposit,
  uploads: readonly Upload[],
  advance: Advance,
): Promise<void> => {
  const signed = await signedFor(ports, deposit, { files: uploads.map(requestOf), folders: [] });
  await forEachConcurrently(uploads, { width: CONCURRENT_UPLOADS }, async (upload, index) => {
    let access = signed[index];
    await withRetries(async () => {
      const to = access ?? (await signedFor(ports, deposit, { files: [requestOf(upload)], folders: [] }))[0];
      access = undefined; // another attempt may come after the end of this access
      if (to === undefined) throw new ApiFault(`No access to ${upload.path} was given.`);
      await put(ports, upload, to, advance);
    }, ports.retries);
  });
};

const signedFor = async (
  { client, retries }: Ports,
  { id }: Deposit,
  requests: UploadRequests,
): Promise<readonly PresignedUpload[]> =>
  (await withRetries(() => client.postDepositCredentials(idIn(id), requests), retries)).uploads;

const requestOf = ({ path, sha256, file }: Upload): UploadRequests['files'][number] => ({
  path,
  sha256,
  modified: new Date(file.modifiedMs).toISOString(),
});

const put = async ({ store }: Ports, { file }: Upload, to: PresignedUpload, advance: Advance): Promise<void> => {
  const { location, size } = file;
  const { contentType } = described(file);
  let sent = 0;
  const onSent = (bytes: number): void => {
    sent += bytes;
    advance(0, bytes);
  };
  try {
    await store.put(to, { location, size, contentType, onSent });
    advance(1, size - sent);
  } catch (error) {
    advance(0, -sent);
    if (error instanceof RangeError) throw changedFile(file);
    if (!(error instanceof ApiFault)) throw unreadableFile(file, error);
    throw error.status === 400 ? changedFile(file) : error;
  }
};

function* inRequests(uploads: readonly Upload[]): Generator<readonly Upload[]> {
  let some: Upload[] = [];
  let bytes = 0;
  for (const upload of uploads) {
    some.push(upload);
    bytes += upload.file.size;
    if (some.length < MOST_FILES && bytes < MOST_BYTES) continue;
    yield some;
    [some, bytes] = [[], 0];
  }
  if (some.length > 0) yield some;
}
