import type { StoredObject } from '../../contract/object-engine.js';
import type { ObjectRequest } from '../s3-request.js';
import { S3Error } from '../s3-error.js';

/** The object that a request is about. Rejects with NoSuchKey where there is none. */
export const findObject = async ({ engine, bucket, key }: ObjectRequest): Promise<StoredObject> => {
  const object = await engine.head({ bucket, key });
  if (object === null) throw new S3Error('NoSuchKey', 'The specified key does not exist.');
  return object;
};
