import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import { mapConcurrently } from '../../../flow/concurrently.js';
import type { PutResult } from '../../../formats/bytes.js';
import type { Clients } from '../clients.js';
import { attributesOf, copySource } from './copy-plan.js';
import type { CopyPlan, CopySource } from './copy-plan.js';
import { storedBytes } from '../stored-sha256.js';
import { copying as copyingTime, telling } from '../time-limits.js';
import { conditionOf } from '../write-condition.js';

const MOST_PARTS = 10_000;
/** Parts of one copy under way at once. */
const AT_ONCE = 8;

interface PartsOptions {
  /** Bytes. */
  readonly partSize: number;
  /** Told of every part, and while the copy is read. */
  readonly onMoved: (bytes: number) => void;
}

/**
 * Copies what is too large for one request. Checksums are neither asked for nor handed on: some stores tell the whole
 * source's for every part. The copy is read once for its SHA-256. A failure takes the parts away again.
 */
export const copyInParts = async (
  clients: Clients,
  plan: CopyPlan,
  { partSize, onMoved }: PartsOptions,
): Promise<PutResult> => {
  const { often, copying } = clients;
  const { source, to, replace, onlyIf } = plan;
  const at = { Bucket: to.bucket, Key: to.key };
  const attributes = replace === null ? {} : attributesOf(replace);
  const { UploadId } = await copying.send(new CreateMultipartUploadCommand({ ...at, ...attributes }), telling);
  try {
    const Parts = await copyParts(copying, { ...at, UploadId }, source, { partSize, onMoved });
    const written = { ...at, UploadId, MultipartUpload: { Parts }, ...conditionOf(onlyIf) };
    const complete = new CompleteMultipartUploadCommand(written);
    const { ETag: etag = '' } = await copying.send(complete, copyingTime(source.size));
    return { etag, ...(await storedBytes(often, to, { etag, onMoved })) };
  } catch (error) {
    // The first failure is the one to tell; parts that stay behind are swept by the store's own rules.
    await often.send(new AbortMultipartUploadCommand({ ...at, UploadId }), telling).catch(() => undefined);
    throw error;
  }
};

interface Upload {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

/** First and last byte of each part. */
const rangesOf = (size: number, partSize: number): readonly (readonly [number, number])[] => {
  const each = Math.max(partSize, Math.ceil(size / MOST_PARTS));
  return Array.from({ length: Math.ceil(size / each) }, (_, index) => {
    const start = index * each;
    return [start, Math.min(start + each, size) - 1];
  });
};

const copyParts = (
  client: S3Client,
  upload: Upload,
  source: CopySource,
  { partSize, onMoved }: PartsOptions,
): Promise<CompletedPart[]> => {
  const ranges = rangesOf(source.size, partSize).entries();
  return mapConcurrently(ranges, { width: AT_ONCE }, async ([index, [start, end]]) => {
    const part = await copyPart(client, upload, source, index + 1, start, end);
    onMoved(end - start + 1);
    return part;
  });
};

const copyPart = async (
  client: S3Client,
  upload: Upload,
  source: CopySource,
  PartNumber: number,
  start: number,
  end: number,
): Promise<CompletedPart> => {
  const command = new UploadPartCopyCommand({
    ...upload,
    PartNumber,
    CopySource: copySource(source),
    CopySourceIfMatch: source.etag,
    CopySourceRange: `bytes=${start}-${end}`,
  });
  const { CopyPartResult: part } = await client.send(command, copyingTime(end - start + 1));
  return { PartNumber, ETag: part?.ETag };
};
