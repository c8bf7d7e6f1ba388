import type { Checksums, Part, PendingUpload, StagedBytes } from '../../contract/object-engine.js';
import { emptyAnswer, xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import { readDeclaredDigests } from '../body/declared-digests.js';
import { stageBody } from '../body/stage-body.js';
import { readCopyRange } from '../byte-range.js';
import type { ObjectRequest } from '../s3-request.js';
import { findCopySource } from '../copy-source.js';
import { checksumHeaders } from '../object-headers.js';
import { readPartNumber } from '../part-number.js';
import { S3Error } from '../s3-error.js';
import { slowAnswer } from '../slow-answer.js';
import { checksumElements } from '../xml/checksum-elements.js';
import { textElement } from '../xml/write-xml.js';
import { findUpload } from './multipart-upload.js';

export const uploadPart = async (request: ObjectRequest): Promise<Answer> => {
  const number = neededPartNumber(request);
  const upload = await findUpload(request);
  const sent = readDeclaredDigests(request.headers).checksum?.algorithm ?? null;
  if (upload.algorithm !== null && sent !== null && sent !== upload.algorithm) {
    throw new S3Error('InvalidRequest', `Checksum Type mismatch: expected ${upload.algorithm}, actual ${sent}.`);
  }
  const { staged, algorithm } = await stageBody(request, upload.algorithm);
  const part = await keepPart(request, upload, number, staged);
  return emptyAnswer(200, {
    etag: part.etag,
    ...checksumHeaders(chosenChecksum(part, algorithm ?? upload.algorithm), null),
  });
};

export const uploadPartCopy = async (request: ObjectRequest): Promise<Answer> => {
  const number = neededPartNumber(request);
  const upload = await findUpload(request);
  const { object, pin } = await findCopySource(request);
  const header = request.headers['x-amz-copy-source-range'];
  const range = header === undefined ? {} : { range: readCopyRange(header, object.size) };
  const copyPart = async (): Promise<Answer> => {
    const { stream } = await request.engine.open({ bucket: object.bucket, key: object.key }, { ...range, ...pin });
    const algorithms = upload.algorithm === null ? [] : [upload.algorithm];
    const staged = await request.engine.stage(request.bucket, stream, algorithms).finally(() => stream.destroy());
    const part = await keepPart(request, upload, number, staged);
    return xmlAnswer('CopyPartResult', [
      textElement('LastModified', part.lastModified.toISOString()),
      textElement('ETag', part.etag),
      ...checksumElements(chosenChecksum(part, upload.algorithm)),
    ]);
  };
  return slowAnswer(copyPart());
};

/** Of a part's checksums those that the client chose: the store computes more than it was asked for. */
export const chosenChecksum = (part: Part, algorithm: PendingUpload['algorithm']): Checksums => {
  const value = algorithm === null ? undefined : part.checksums[algorithm];
  return algorithm === null || value === undefined ? {} : { [algorithm]: value };
};

const keepPart = async (
  request: ObjectRequest,
  upload: PendingUpload,
  number: number,
  staged: StagedBytes,
): Promise<Part> => {
  try {
    return await request.engine.putPart(upload.uploadId, number, staged);
  } finally {
    await staged.discard();
  }
};

const neededPartNumber = ({ query }: ObjectRequest): number => {
  const number = readPartNumber(query);
  if (number === null) throw new S3Error('InvalidArgument', 'The parameter partNumber is missing.');
  return number;
};
