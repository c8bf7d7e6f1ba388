import type { StoredObject } from '../../contract/object-engine.js';
import { xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import type { ObjectRequest } from '../s3-request.js';
import { S3Error } from '../s3-error.js';
import { checksumElements } from '../xml/checksum-elements.js';
import { element, textElement } from '../xml/write-xml.js';
import { findObject } from './find-object.js';

/** How each attribute that can be asked for is written. */
const writers: Readonly<Partial<Record<string, (object: StoredObject) => string[]>>> = {
  ETag: ({ etag }) => [textElement('ETag', etag.replaceAll('"', ''))],
  Checksum: ({ checksums, checksumType }) =>
    Object.keys(checksums).length === 0
      ? []
      : [element('Checksum', [...checksumElements(checksums), textElement('ChecksumType', checksumType)])],
  ObjectParts: ({ parts }) =>
    parts.length === 0 ? [] : [element('ObjectParts', [textElement('PartsCount', parts.length)])],
  StorageClass: () => [textElement('StorageClass', 'STANDARD')],
  ObjectSize: ({ size }) => [textElement('ObjectSize', size)],
};

export const getObjectAttributes = async (request: ObjectRequest): Promise<Answer> => {
  const wanted = (request.headers['x-amz-object-attributes'] ?? '').split(',').map((each) => each.trim());
  const unknown = wanted.find((each) => !Object.hasOwn(writers, each));
  if (unknown !== undefined) {
    throw new S3Error('InvalidArgument', `x-amz-object-attributes: ${unknown} is not an attribute.`);
  }
  const object = await findObject(request);
  const content = Object.entries(writers).flatMap(([name, write]) =>
    wanted.includes(name) ? (write?.(object) ?? []) : [],
  );
  return xmlAnswer('GetObjectAttributesResponse', content, { 'last-modified': object.lastModified.toUTCString() });
};
