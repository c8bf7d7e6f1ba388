import { HeadObjectCommand } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ObjectAddress, ObjectInfo } from '../../formats/bytes.js';
import { asFault } from './fault.js';
import { objectInfo } from './object-info.js';

/** What a store tells of an object, with its checksum where it holds one; null where there is none. */
export const headObject = async (client: S3Client, at: ObjectAddress): Promise<ObjectInfo | null> => {
  try {
    const command = new HeadObjectCommand({ Bucket: at.bucket, Key: at.key, ChecksumMode: 'ENABLED' });
    return objectInfo(at, await client.send(command));
  } catch (error) {
    const fault = asFault(error, 'read');
    if (fault.code === 'object-not-found') return null;
    throw fault;
  }
};
