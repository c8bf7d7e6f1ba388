import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';
import type { Stored } from '../../formats/bytes.js';
import type { Clients } from './clients.js';
import { attributesOf, copySource } from './copy-plan.js';
import type { CopyPlan } from './copy-plan.js';
import { encodeMetadata } from './put.js';
import { readSha256 } from './stored-sha256.js';

const mostParts = 10_000;

/**
 * Copies what is too large for one request. The store's checksum of such an object is one of its parts, so the copy is
 * read once for its SHA-256. A failure takes the parts away again.
 */
export const copyInParts = async ({ once, often }: Clients, plan: CopyPlan, partSize: number): Promise<Stored> => {
  const { source, to } = plan;
  const attributes = plan.replace ?? {
    contentType: source.contentType,
    metadata: encodeMetadata(source.metadata),
  };
  const at = { Bucket: to.bucket, Key: to.key };
  const { UploadId } = await often.send(
    new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: 'SHA256', ...attributesOf(attributes) }),
  );
  try {
    const Parts = await copyParts(often, { ...at, UploadId }, plan, partSize);
    const complete = new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts } });
    const { ETag: etag = '' } = await once.send(complete);
    return { etag, sha256: await readSha256(often, to, etag), size: source.size };
  } catch (error) {
    // The first failure is the one to tell; parts that stay behind are swept by the store's own rules.
    await often.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(() => undefined);
    throw error;
  }
};

const copyParts = async (
  client: S3Client,
  upload: { readonly Bucket: string; readonly Key: string; readonly UploadId: string | undefined },
  { source }: CopyPlan,
  partSize: number,
): Promise<CompletedPart[]> => {
  const size = Math.max(partSize, Math.ceil(source.size / mostParts));
  const parts: CompletedPart[] = [];
  for (let start = 0; start < source.size; start += size) {
    const PartNumber = parts.length + 1;
    const command = new UploadPartCopyCommand({
      ...upload,
      PartNumber,
      CopySource: copySource(source),
      CopySourceIfMatch: source.etag,
      CopySourceRange: `bytes=${start}-${Math.min(start + size, source.size) - 1}`,
    });
    const { CopyPartResult: part } = await client.send(command);
    parts.push({
      PartNumber,
      ETag: part?.ETag,
      ...(part?.ChecksumSHA256 === undefined ? {} : { ChecksumSHA256: part.ChecksumSHA256 }),
    });
  }
  return parts;
};
