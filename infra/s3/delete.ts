import { DeleteObjectCommand, DeleteObjectsCommand } from '@aws-sdk/client-s3';
import type { S3Client, _Error as Refusal } from '@aws-sdk/client-s3';
import { ByteStoreFault } from '../../formats/bytes.js';
import type { ObjectStore } from '../../formats/object-store.js';
import { asFault, withFaults } from './fault.js';
import { copying, telling } from './time-limits.js';

const most = 1000;
/** What XML 1.0 cannot hold, or a parser would change. */

const unspeakable = /[\u0000-\u001f\ufffe\uffff]/;

/** Deletes in batches; keys that no XML document can name go one by one. The first refusal is told as a fault. */
export const deleter =
  (client: S3Client): ObjectStore['delete'] =>
  async (bucket, keys) => {
    const plain = keys.filter((key) => !unspeakable.test(key));
    for (let start = 0; start < plain.length; start += most) {
      await withFaults('write', () => deleteBatch(client, bucket, plain.slice(start, start + most)));
    }
    for (const key of keys.filter((each) => unspeakable.test(each))) {
      await withFaults('write', () => client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), telling));
    }
  };

const deleteBatch = async (client: S3Client, bucket: string, keys: readonly string[]): Promise<void> => {
  const Objects = keys.map((Key) => ({ Key }));
  const { Errors = [] } = await client.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    copying(0),
  );
  const [first] = Errors.filter(({ Code }) => Code !== 'NoSuchKey');
  if (first !== undefined) throw refusalFault(first, Errors.length, keys.length);
};

const refusalFault = (refusal: Refusal, failed: number, asked: number): ByteStoreFault => {
  const error = Object.assign(new Error(refusal.Message ?? ''), { name: refusal.Code ?? 'Error' });
  const { code } = asFault(error, 'write');
  const what = `${failed} of ${asked} objects were not deleted, the first ${JSON.stringify(refusal.Key)}`;
  return new ByteStoreFault(code, `the object store: ${what}: ${error.name}: ${error.message}`, { cause: error });
};
