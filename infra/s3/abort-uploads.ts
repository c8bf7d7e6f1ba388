import { AbortMultipartUploadCommand, ListMultipartUploadsCommand, type S3Client } from '@aws-sdk/client-s3';
import { keyIn } from './list.js';
import { telling } from './time-limits.js';

/**
 * Ends every multipart upload below a prefix; one that somebody else has ended meanwhile is no error. The whole bucket
 * is listed: some stores take the prefix of such a listing for a whole key, and the list is short.
 */
export const abortUploads = async (client: S3Client, bucket: string, prefix: string): Promise<void> => {
  let marker: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
  while (marker !== null) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket,
      EncodingType: 'url',
      ...marker,
    });
    const page = await client.send(command);
    for (const { Key = '', UploadId } of page.Uploads ?? []) {
      const key = keyIn(page, Key);
      if (key.startsWith(prefix)) await abort(client, bucket, key, UploadId);
    }
    marker =
      page.IsTruncated === true
        ? { KeyMarker: keyIn(page, page.NextKeyMarker ?? ''), UploadIdMarker: page.NextUploadIdMarker ?? '' }
        : null;
  }
};

const abort = async (client: S3Client, bucket: string, key: string, uploadId: string | undefined): Promise<void> => {
  try {
    await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key: key, UploadId: uploadId }), telling);
  } catch (error) {
    if (!(error instanceof Error && error.name === 'NoSuchUpload')) throw error;
  }
};
