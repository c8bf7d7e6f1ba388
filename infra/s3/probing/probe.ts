import { createHash, randomUUID } from 'node:crypto';
import {
  CopyObjectCommand,
  type CopyObjectCommandInput,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { StoreAbilities } from './abilities.js';
import { openClients, type S3Settings } from '../client.js';
import { copySource } from '../copying/copy-plan.js';
import { asFault } from '../fault.js';
import { telling } from '../time-limits.js';

/** Where a store may be tried out: outside any storage root. */
export interface ProbePlace {
  readonly bucket: string;
  /** Ends in `/` or is empty. */
  readonly prefix: string;
}

/** A store that cannot prove what it holds; the message is one sentence for the operator. */
export class StoreUnfit extends Error {
  override name = 'StoreUnfit';
  readonly code = 'store-unfit';
}

interface Probe {
  readonly client: S3Client;
  readonly bucket: string;
  /** A folder of this probe's own; ends in `/`. */
  readonly folder: string;
}

const BODY = 'a probe';
const OTHER_ETAG = '"0123456789abcdef0123456789abcdef"';
const base64Of = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Finds out what a store does by trying it on keys of its own, which it removes. Throws StoreUnfit for a store that
 * takes a body under a wrong checksum or copies another source than the one meant, and ByteStoreFault.
 */
export const probeStore = async (settings: S3Settings, { bucket, prefix }: ProbePlace): Promise<StoreAbilities> => {
  const clients = openClients(settings);
  const probe = { client: clients.once, bucket, folder: `${prefix}probe-${randomUUID()}/` };
  try {
    await put(probe, 'source');
    await refuseUnfit(probe);
    return {
      conditionalPuts: await keepsConditions(probe),
      keys: await keysOf(probe),
      // This makes the copy that the next one tries to replace.
      sha256OfCopies: await tellsSha256(probe),
      conditionalCopies: await keepsConditionsOfCopies(probe),
    };
  } catch (error) {
    throw error instanceof StoreUnfit ? error : asFault(error, 'read');
  } finally {
    await cleanUp(probe);
    clients.close();
  }
};

const put = ({ client, bucket, folder }: Probe, name: string, more: Partial<PutObjectCommandInput> = {}) =>
  client.send(
    new PutObjectCommand({ Bucket: bucket, Key: folder + name, Body: BODY, ChecksumAlgorithm: 'SHA256', ...more }),
    telling,
  );

const copy = ({ client, bucket, folder }: Probe, name: string, more: Partial<CopyObjectCommandInput> = {}) =>
  client.send(
    new CopyObjectCommand({
      Bucket: bucket,
      Key: folder + name,
      CopySource: copySource({ bucket, key: `${folder}source` }),
      ChecksumAlgorithm: 'SHA256',
      ...more,
    }),
    telling,
  );

/** With which of the statuses a store refuses a call; null where it does not. Other failures are thrown. */
const refusalOf = async (call: Promise<unknown>, statuses: readonly number[]): Promise<number | null> => {
  try {
    await call;
    return null;
  } catch (error) {
    const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
    const status = $metadata?.httpStatusCode ?? 0;
    if (statuses.includes(status)) return status;
    throw error;
  }
};

/** Whether a store refuses a call with one of the statuses that it has for that; other failures are thrown. */
const refuses = async (call: Promise<unknown>, ...statuses: readonly number[]): Promise<boolean> =>
  (await refusalOf(call, statuses)) !== null;

const refuseUnfit = async (probe: Probe): Promise<void> => {
  if (!(await refuses(put(probe, 'checksum', { ChecksumSHA256: base64Of('other bytes') }), 400)))
    throw new StoreUnfit(
      `The object store takes a body whose SHA-256 is not the one that was sent with it (bucket ${probe.bucket}), so that no content could be proved.`,
    );
  if (!(await refuses(copy(probe, 'copy', { CopySourceIfMatch: OTHER_ETAG }), 412)))
    throw new StoreUnfit(
      `The object store copies a source that has another entity tag than the one asked for (bucket ${probe.bucket}), so that no content could be proved.`,
    );
};

/** S3 answers 404 to an If-Match where there is nothing, and 412 where there is something else. */
const keepsConditions = async (probe: Probe): Promise<boolean> =>
  (await refuses(put(probe, 'source', { IfNoneMatch: '*' }), 412)) &&
  (await refuses(put(probe, 'source', { IfMatch: OTHER_ETAG }), 412)) &&
  (await refuses(put(probe, 'nothing', { IfMatch: OTHER_ETAG }), 404, 412));

/** Whether a key that no file has is listed as it was put. */
const keysOf = async (probe: Probe): Promise<StoreAbilities['keys']> => {
  const { client, bucket, folder } = probe;
  if (await refuses(put(probe, 'keys//odd'), 400)) return 'paths';
  const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: `${folder}keys/` });
  const { Contents = [] } = await client.send(command);
  return Contents.some(({ Key }) => Key === `${folder}keys//odd`) ? 'any' : 'paths';
};

const tellsSha256 = async (probe: Probe): Promise<boolean> =>
  (await copy(probe, 'copy')).CopyObjectResult?.ChecksumSHA256 === base64Of(BODY);

/** A store that does not know these conditions ignores their headers, or refuses them with 400 or 501. */
const keepsConditionsOfCopies = async (probe: Probe): Promise<boolean> => {
  for (const condition of [{ IfNoneMatch: '*' }, { IfMatch: OTHER_ETAG }])
    if ((await refusalOf(copy(probe, 'copy', condition), [400, 412, 501])) !== 412) return false;
  return true;
};

/** Some stores wait for ever when one request is to delete `a//b` and `a/b`, so each has its own. */
const cleanUp = async ({ client, bucket, folder }: Probe): Promise<void> => {
  for (const name of ['source', 'checksum', 'copy', 'nothing', 'keys//odd', 'keys/odd']) {
    const command = new DeleteObjectCommand({ Bucket: bucket, Key: folder + name });
    // What stays behind harms nobody, and a store that is away has been told of already.
    await client.send(command).catch(() => undefined);
  }
};
