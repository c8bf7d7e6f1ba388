import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  type ListPartsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { compositeSha256 } from '../../../formats/digests/composite-sha256.js';
import { base64FromHex } from '../../../formats/digests/sha256-text.js';
import type {
  JoinedFile,
  NamedPart,
  StoredPart,
  UploadAddress,
  WorkspaceUploads,
} from '../../../gateways/preservation/credentials/workspace-access.js';
import { withFaults } from '../fault.js';
import { sha256Hex } from '../object-info.js';
import { abortUploads, begunUploads } from '../uploads.js';

interface Place {
  readonly bucket: string;
  readonly prefix: string;
}

const wrongParts: ReadonlySet<string> = new Set([
  'BadDigest',
  'EntityTooSmall',
  'InvalidDigest',
  'InvalidPart',
  'InvalidPartOrder',
]);

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/**
 * Multipart uploads in an S3 store. Every part has a SHA-256, which the store compares, and the object that of its parts.
 * S3 computes none of the whole.
 */
export const s3Uploads = (client: S3Client, { bucket, prefix }: Place): WorkspaceUploads => ({
  begin: (key, { contentType, metadata }) =>
    withFaults('write', async () => {
      const { UploadId = '' } = await client.send(
        new CreateMultipartUploadCommand({
          Bucket: bucket,
          Key: key,
          ChecksumAlgorithm: 'SHA256',
          ChecksumType: 'COMPOSITE',
          Metadata: { ...metadata },
          ...(contentType === null ? {} : { ContentType: contentType }),
        }),
      );
      return UploadId;
    }),
  list: () => withFaults('read', () => begunUploads(client, bucket, prefix)),
  parts: (upload) => withFaults('read', () => listParts(client, bucket, upload)),
  complete: (upload, parts) => withFaults('write', () => complete(client, bucket, upload, parts)),
  abort: ({ key, uploadId }) => withFaults('write', () => abortUploads(client, [{ bucket, key, uploadId }])),
});

const listParts = async (
  client: S3Client,
  bucket: string,
  { key, uploadId }: UploadAddress,
): Promise<readonly StoredPart[] | null> => {
  const parts: StoredPart[] = [];
  for (let marker: string | undefined; ;) {
    const from = marker === undefined ? {} : { PartNumberMarker: marker };
    const command = new ListPartsCommand({ Bucket: bucket, Key: key, UploadId: uploadId, ...from });
    const page: ListPartsCommandOutput | null = await client.send(command).catch((error: unknown) => {
      if (nameOf(error) === 'NoSuchUpload') return null;
      throw error;
    });
    if (page === null) return null;
    for (const { PartNumber: number = 0, Size: size = 0, ETag: etag = '', ChecksumSHA256 } of page.Parts ?? [])
      parts.push({ number, size, etag, sha256: sha256Hex(ChecksumSHA256) });
    if (page.IsTruncated !== true) return parts;
    marker = page.NextPartNumberMarker;
  }
};

/** An upload that is gone may have been completed before: the object tells, by the digest of its parts. */
const complete = async (
  client: S3Client,
  bucket: string,
  { key, uploadId }: UploadAddress,
  parts: readonly NamedPart[],
): Promise<JoinedFile | 'not-found' | 'wrong-parts'> => {
  const at = { Bucket: bucket, Key: key };
  const Parts = parts.map(({ number, etag, sha256 }) => ({
    PartNumber: number,
    ETag: etag,
    ChecksumSHA256: base64FromHex(sha256),
  }));
  let completed: string | null = null;
  try {
    const command = new CompleteMultipartUploadCommand({ ...at, UploadId: uploadId, MultipartUpload: { Parts } });
    completed = (await client.send(command)).ETag ?? null;
  } catch (error) {
    if (wrongParts.has(nameOf(error))) return 'wrong-parts';
    if (nameOf(error) !== 'NoSuchUpload') throw error;
  }
  const there = await client.send(new HeadObjectCommand({ ...at, ChecksumMode: 'ENABLED' })).catch((error: unknown) => {
    if (nameOf(error) === 'NotFound') return null;
    throw error;
  });
  const { ETag: etag = '', ContentLength: size = 0, ChecksumSHA256 } = there ?? {};
  const isThis = etag === completed || ChecksumSHA256 === compositeSha256(parts.map(({ sha256 }) => sha256));
  return there !== null && isThis ? { etag, size, sha256: null } : 'not-found';
};
