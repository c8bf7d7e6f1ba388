import type { ChecksumAlgorithm, PendingUpload } from '../../contract/object-engine.js';
import { emptyAnswer, xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import { readAttributes } from '../attributes.js';
import { readAlgorithm } from '../body/declared-digests.js';
import type { ObjectRequest } from '../s3-request.js';
import { S3Error } from '../s3-error.js';
import { textElement } from '../xml/write-xml.js';

type ChecksumType = PendingUpload['checksumType'];

export const createMultipartUpload = async (request: ObjectRequest): Promise<Answer> => {
  const { engine, bucket, key, headers } = request;
  const algorithm = readAlgorithm(headers, 'x-amz-checksum-algorithm');
  const checksumType = readChecksumType(headers['x-amz-checksum-type'], algorithm);
  const attributes = readAttributes(headers);
  const { uploadId } = await engine.beginUpload({ bucket, key }, { attributes, algorithm, checksumType });
  return xmlAnswer(
    'InitiateMultipartUploadResult',
    [textElement('Bucket', bucket), textElement('Key', key), textElement('UploadId', uploadId)],
    algorithm === null || checksumType === null
      ? {}
      : { 'x-amz-checksum-algorithm': algorithm, 'x-amz-checksum-type': checksumType },
  );
};

export const abortMultipartUpload = async (request: ObjectRequest): Promise<Answer> => {
  const { uploadId } = await findUpload(request);
  await request.engine.abortUpload(uploadId);
  return emptyAnswer(204);
};

/** The upload that the query names, which must be one of this very key. Throws NoSuchUpload. */
export const findUpload = async ({ engine, bucket, key, query }: ObjectRequest): Promise<PendingUpload> => {
  const upload = await engine.upload(query.get('uploadId') ?? '');
  if (upload?.bucket !== bucket || upload.key !== key)
    throw new S3Error('NoSuchUpload', 'The specified multipart upload does not exist.');
  return upload;
};

/** SHA digests of parts cannot be joined to that of the whole, and CRC-64/NVME is only ever given for the whole. */
const readChecksumType = (text: string | undefined, algorithm: ChecksumAlgorithm | null): ChecksumType => {
  if (text !== undefined && text !== 'FULL_OBJECT' && text !== 'COMPOSITE') {
    throw new S3Error('InvalidRequest', 'x-amz-checksum-type is neither FULL_OBJECT nor COMPOSITE.');
  }
  if (algorithm === null) {
    if (text !== undefined) throw new S3Error('InvalidRequest', 'x-amz-checksum-type needs x-amz-checksum-algorithm.');
    return null;
  }
  const only = { SHA1: 'COMPOSITE', SHA256: 'COMPOSITE', CRC64NVME: 'FULL_OBJECT', CRC32: null, CRC32C: null } as const;
  const type = text ?? only[algorithm] ?? 'COMPOSITE';
  if (type !== (only[algorithm] ?? type)) {
    throw new S3Error('InvalidRequest', `The ${type} checksum type cannot be used with ${algorithm}.`);
  }
  return type;
};
