import { CopyObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { ByteStoreFault } from '../../formats/bytes.js';
import type { ByteStore, ObjectAddress, ObjectInfo, PutOptions, Stored } from '../../formats/bytes.js';
import type { Clients } from './clients.js';
import { copyInParts } from './copy-in-parts.js';
import { attributesOf, copySource } from './copy-plan.js';
import type { CopyPlan } from './copy-plan.js';
import { withFaults } from './fault.js';
import { objectInfo, sha256Hex } from './object-info.js';
import { encodeMetadata } from './put.js';
import { storedSha256 } from './stored-sha256.js';

export interface CopyLimits {
  /** The largest object, in bytes, that one request copies. */
  readonly singleCopy: number;
  /** Bytes a part where a copy takes several. */
  readonly part: number;
}

/** Copies inside the store, pinned to the source as it was looked at, so that size and bytes belong together. */
export const copier =
  (clients: Clients, limits: CopyLimits): ByteStore['copy'] =>
  async (from, to, options = {}) => {
    const source = await withFaults('read', () => lookAt(clients, from));
    const plan = { source, to, replace: replacement(source, options) };
    return withFaults('write', () =>
      source.size > limits.singleCopy ? copyInParts(clients, plan, limits.part) : copyWhole(clients, plan),
    );
  };

const lookAt = async ({ often }: Clients, from: ObjectAddress & { readonly etag?: string }): Promise<ObjectInfo> => {
  const { bucket, key, etag } = from;
  const source = objectInfo({ bucket, key }, await often.send(new HeadObjectCommand({ Bucket: bucket, Key: key })));
  if (etag === undefined || etag === source.etag) return source;
  throw new ByteStoreFault('precondition-failed', `${bucket}/${key} has the entity tag ${source.etag}, not ${etag}`);
};

const replacement = (source: ObjectInfo, options: Pick<PutOptions, 'contentType' | 'metadata'>): CopyPlan['replace'] =>
  options.contentType === undefined && options.metadata === undefined
    ? null
    : {
        contentType: options.contentType ?? source.contentType,
        metadata: encodeMetadata(options.metadata ?? source.metadata),
      };

const copyWhole = async ({ often }: Clients, { source, to, replace }: CopyPlan): Promise<Stored> => {
  const command = new CopyObjectCommand({
    Bucket: to.bucket,
    Key: to.key,
    CopySource: copySource(source),
    CopySourceIfMatch: source.etag,
    ChecksumAlgorithm: 'SHA256',
    MetadataDirective: replace === null ? 'COPY' : 'REPLACE',
    ...(replace === null ? {} : attributesOf(replace)),
  });
  const { CopyObjectResult: result } = await often.send(command);
  const etag = result?.ETag ?? '';
  const sha256 = sha256Hex(result?.ChecksumSHA256) ?? (await storedSha256(often, to, etag));
  return { etag, sha256, size: source.size };
};
