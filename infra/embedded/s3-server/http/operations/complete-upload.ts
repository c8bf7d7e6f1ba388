import type { ChecksumAlgorithm, Part, PendingUpload, StoredObject } from '../../contract/object-engine.js';
import { xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import { checksumAlgorithms, readChecksum } from '../body/declared-digests.js';
import type { ObjectRequest } from '../s3-request.js';
import { quoted, writeCondition } from '../conditions.js';
import { S3Error } from '../s3-error.js';
import { slowAnswer } from '../slow-answer.js';
import { uriEncodePath } from '../uri-encode.js';
import { checksumElements } from '../xml/checksum-elements.js';
import { childElements, childText, readXmlBody, type BodyElement } from '../xml/read-xml.js';
import { textElement } from '../xml/write-xml.js';
import { findUpload } from './multipart-upload.js';
import { refinePrecondition } from './put-object.js';

export const completeMultipartUpload = async (request: ObjectRequest): Promise<Answer> => {
  const upload = await findUpload(request);
  const onlyIf = writeCondition(request.headers);
  const expected = readChecksum(request.headers, { composite: true });
  refuseOtherType(request, upload);
  const root = await readXmlBody(request, 'CompleteMultipartUpload', false);
  const parts = readParts(root, await request.engine.parts(upload.uploadId));
  refuseWrongSize(request, parts);
  const complete = async (): Promise<Answer> => {
    try {
      const object = await request.engine.completeUpload(
        upload.uploadId,
        parts.map(({ number, etag }) => ({ number, etag })),
        { onlyIf, ...(expected === null ? {} : { expected: { [expected.algorithm]: expected.value } }) },
      );
      return completed(request, object);
    } catch (error) {
      throw await refinePrecondition(request, onlyIf, error);
    }
  };
  return slowAnswer(complete());
};

const completed = ({ endpoint }: ObjectRequest, object: StoredObject): Answer =>
  xmlAnswer('CompleteMultipartUploadResult', [
    textElement('Location', `${endpoint}/${object.bucket}/${uriEncodePath(object.key)}`),
    textElement('Bucket', object.bucket),
    textElement('Key', object.key),
    textElement('ETag', object.etag),
    ...checksumElements(object.checksums),
    ...(Object.keys(object.checksums).length === 0 ? [] : [textElement('ChecksumType', object.checksumType)]),
  ]);

/** The parts that a client names, with their optional checksums, compared with the uploaded ones. */
const readParts = (root: BodyElement, stored: readonly Part[]): { number: number; etag: string; size: number }[] => {
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  return childElements(root, 'Part').map((element) => {
    const number = Number(childText(element, 'PartNumber') ?? Number.NaN);
    const part = byNumber.get(number);
    if (part === undefined || checksumAlgorithms.some((algorithm) => contradicts(element, part, algorithm))) {
      throw new S3Error('InvalidPart', 'A part that was named is not there, or is not the one that was uploaded.');
    }
    return { number, etag: quoted(childText(element, 'ETag') ?? ''), size: part.size };
  });
};

const contradicts = (element: BodyElement, { checksums }: Part, algorithm: ChecksumAlgorithm): boolean => {
  const stated = childText(element, `Checksum${algorithm}`);
  return stated !== null && checksums[algorithm] !== undefined && stated !== checksums[algorithm];
};

const refuseOtherType = ({ headers }: ObjectRequest, { checksumType }: PendingUpload): void => {
  const type = headers['x-amz-checksum-type'];
  if (type !== undefined && checksumType !== null && type !== checksumType) {
    throw new S3Error('InvalidRequest', `The upload was begun with the checksum type ${checksumType}.`);
  }
};

const refuseWrongSize = ({ headers }: ObjectRequest, parts: readonly { readonly size: number }[]): void => {
  const text = headers['x-amz-mp-object-size'];
  if (text === undefined) return;
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (Number(text) !== size) throw new S3Error('InvalidRequest', `The parts named have ${size} bytes in all.`);
};
