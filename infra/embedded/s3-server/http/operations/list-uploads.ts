import type { PendingUpload } from '../../contract/object-engine.js';
import { compareUtf8 } from '../../../../../formats/paths/utf8-order.js';
import { xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import type { BucketRequest, ObjectRequest } from '../s3-request.js';
import { nameWriter, readCount } from '../listing-query.js';
import { S3Error } from '../s3-error.js';
import { checksumElements } from '../xml/checksum-elements.js';
import { element, textElement } from '../xml/write-xml.js';
import { findUpload } from './multipart-upload.js';
import { chosenChecksum } from './upload-part.js';

export const listMultipartUploads = async ({ engine, bucket, query }: BucketRequest): Promise<Answer> => {
  const { write, url } = nameWriter(query);
  if ((query.get('delimiter') ?? '') !== '') {
    throw new S3Error('NotImplemented', 'Multipart uploads cannot be listed by delimiter.');
  }
  const prefix = query.get('prefix') ?? '';
  const keyMarker = query.get('key-marker') ?? '';
  const idMarker = query.get('upload-id-marker') ?? '';
  const limit = readCount(query, 'max-uploads');
  const all = [...(await engine.uploads(bucket, prefix))].sort(inOrder);
  const rest = all.filter((upload) => isAfter(upload, keyMarker, idMarker));
  const page = rest.slice(0, limit);
  const last = limit > 0 && page.length < rest.length ? page.at(-1) : undefined;
  return xmlAnswer('ListMultipartUploadsResult', [
    textElement('Bucket', bucket),
    textElement('Prefix', write(prefix)),
    textElement('KeyMarker', write(keyMarker)),
    textElement('UploadIdMarker', idMarker),
    ...(last === undefined
      ? []
      : [textElement('NextKeyMarker', write(last.key)), textElement('NextUploadIdMarker', last.uploadId)]),
    textElement('MaxUploads', limit),
    ...(url ? [textElement('EncodingType', 'url')] : []),
    textElement('IsTruncated', last !== undefined),
    ...page.map((upload) =>
      element('Upload', [
        textElement('Key', write(upload.key)),
        textElement('UploadId', upload.uploadId),
        textElement('StorageClass', 'STANDARD'),
        textElement('Initiated', upload.initiated.toISOString()),
        ...checksumChoice(upload),
      ]),
    ),
  ]);
};

export const listParts = async (request: ObjectRequest): Promise<Answer> => {
  const upload = await findUpload(request);
  const { write, url } = nameWriter(request.query);
  const marker = readCount(request.query, 'part-number-marker', { otherwise: 0, most: 10_000 });
  const limit = readCount(request.query, 'max-parts');
  const all = [...(await request.engine.parts(upload.uploadId))].sort((a, b) => a.number - b.number);
  const rest = all.filter((part) => part.number > marker);
  const page = rest.slice(0, limit);
  const isTruncated = limit > 0 && page.length < rest.length;
  return xmlAnswer('ListPartsResult', [
    textElement('Bucket', upload.bucket),
    textElement('Key', write(upload.key)),
    textElement('UploadId', upload.uploadId),
    textElement('PartNumberMarker', marker),
    ...(isTruncated ? [textElement('NextPartNumberMarker', page.at(-1)?.number ?? marker)] : []),
    textElement('MaxParts', limit),
    ...(url ? [textElement('EncodingType', 'url')] : []),
    textElement('IsTruncated', isTruncated),
    textElement('StorageClass', 'STANDARD'),
    ...checksumChoice(upload),
    ...page.map((part) =>
      element('Part', [
        textElement('PartNumber', part.number),
        textElement('LastModified', part.lastModified.toISOString()),
        textElement('ETag', part.etag),
        textElement('Size', part.size),
        ...checksumElements(chosenChecksum(part, upload.algorithm)),
      ]),
    ),
  ]);
};

const checksumChoice = ({ algorithm, checksumType }: PendingUpload): string[] =>
  algorithm === null || checksumType === null
    ? []
    : [textElement('ChecksumAlgorithm', algorithm), textElement('ChecksumType', checksumType)];

const inOrder = (a: PendingUpload, b: PendingUpload): number =>
  compareUtf8(a.key, b.key) || compareUtf8(a.uploadId, b.uploadId);

const isAfter = ({ key, uploadId }: PendingUpload, keyMarker: string, idMarker: string): boolean => {
  const order = compareUtf8(key, keyMarker);
  return order > 0 || (order === 0 && idMarker !== '' && compareUtf8(uploadId, idMarker) > 0);
};
