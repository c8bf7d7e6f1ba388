import type { Checksums, Part, PendingUpload, Staged } from '../../engine/object-engine.js';
import { emptyAnswer, xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import { readBodyClaims } from '../body/body-claims.js';
import { stageBody } from '../body/stage-body.js';
import { readCopyRange } from '../byte-range.js';
import type { ObjectCall } from '../call.js';
import { findCopySource } from '../copy-source.js';
import { checksumHeaders } from '../object-headers.js';
import { readPartNumber } from '../part-number.js';
import { S3Error } from '../s3-error.js';
import { slowAnswer } from '../slow-answer.js';
import { checksumElements } from '../xml/checksum-elements.js';
import { textElement } from '../xml/write-xml.js';
import { findUpload } from './multipart-upload.js';

export const uploadPart = async (call: ObjectCall): Promise<Answer> => {
  const number = neededPartNumber(call);
  const upload = await findUpload(call);
  const sent = readBodyClaims(call.headers).checksum?.algorithm ?? null;
  if (upload.algorithm !== null && sent !== null && sent !== upload.algorithm) {
    throw new S3Error('InvalidRequest', `Checksum Type mismatch: expected ${upload.algorithm}, actual ${sent}.`);
  }
  const { staged, algorithm } = await stageBody(call, upload.algorithm);
  const part = await keepPart(call, upload, number, staged);
  return emptyAnswer(200, { etag: part.etag, ...checksumHeaders(shown(part, algorithm ?? upload.algorithm), null) });
};

export const uploadPartCopy = async (call: ObjectCall): Promise<Answer> => {
  const number = neededPartNumber(call);
  const upload = await findUpload(call);
  const { object, pin } = await findCopySource(call);
  const header = call.headers['x-amz-copy-source-range'];
  const range = header === undefined ? {} : { range: readCopyRange(header, object.size) };
  const copyPart = async (): Promise<Answer> => {
    const { stream } = await call.engine.open({ bucket: object.bucket, key: object.key }, { ...range, ...pin });
    const algorithms = upload.algorithm === null ? [] : [upload.algorithm];
    const staged = await call.engine.stage(call.bucket, stream, algorithms).finally(() => stream.destroy());
    const part = await keepPart(call, upload, number, staged);
    return xmlAnswer('CopyPartResult', [
      textElement('LastModified', part.lastModified.toISOString()),
      textElement('ETag', part.etag),
      ...checksumElements(shown(part, upload.algorithm)),
    ]);
  };
  return slowAnswer(copyPart());
};

/** Of a part's checksums those that the client chose: the store computes more than it was asked for. */
export const shown = (part: Part, algorithm: PendingUpload['algorithm']): Checksums => {
  const value = algorithm === null ? undefined : part.checksums[algorithm];
  return algorithm === null || value === undefined ? {} : { [algorithm]: value };
};

const keepPart = async (call: ObjectCall, upload: PendingUpload, number: number, staged: Staged): Promise<Part> => {
  try {
    return await call.engine.putPart(upload.uploadId, number, staged);
  } finally {
    await staged.discard();
  }
};

const neededPartNumber = ({ query }: ObjectCall): number => {
  const number = readPartNumber(query);
  if (number === null) throw new S3Error('InvalidArgument', 'The parameter partNumber is missing.');
  return number;
};
