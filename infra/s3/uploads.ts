import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';
import type { BegunUpload } from '../../formats/bytes.js';
import { keyIn } from './list.js';
import { telling } from './time-limits.js';

/**
 * Tells every multipart upload below a prefix. The whole bucket is listed: some stores take the prefix of such a listing
 * for a whole key, and the list is short.
 */
export const listUploads = async (client: S3Client, bucket: string, prefix: string): Promise<readonly BegunUpload[]> =>
  (await begunUploads(client, bucket, prefix)).map(({ key, uploadId }) => ({ bucket, key, uploadId }));

interface DatedUpload extends Pick<BegunUpload, 'key' | 'uploadId'> {
  readonly begun: Date;
}

/** The same, with their times. */
export const begunUploads = async (
  client: S3Client,
  bucket: string,
  prefix: string,
): Promise<readonly DatedUpload[]> => {
  const uploads: DatedUpload[] = [];
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
  while (marker !== null) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket,
      EncodingType: 'url',
      ...marker,
    });
    const page = await client.send(command);
    for (const { Key = '', UploadId: uploadId = '', Initiated: begun = new Date(0) } of page.Uploads ?? []) {
      const key = keyIn(page, Key);
      if (key.startsWith(prefix)) uploads.push({ key, uploadId, begun });
    }
    marker =
      page.IsTruncated === true
        ? { KeyMarker: keyIn(page, page.NextKeyMarker ?? ''), UploadIdMarker: page.NextUploadIdMarker ?? '' }
        : null;
  }
  return uploads;
};

/** Ends multipart uploads, one after the other. */
export const abortUploads = async (client: S3Client, uploads: readonly BegunUpload[]): Promise<void> => {
  for (const upload of uploads) await abort(client, upload);
};

const abort = async (client: S3Client, { bucket, key, uploadId }: BegunUpload): Promise<void> => {
  try {
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId }), telling);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'NoSuchUpload')) throw error;
  }
};
