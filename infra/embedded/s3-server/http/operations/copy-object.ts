import type { ChecksumAlgorithm, StoredObject } from '../../contract/object-engine.js';
import { xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import { readAttributes } from '../attributes.js';
import { checksumAlgorithms, readAlgorithm } from '../body/declared-digests.js';
import type { ObjectRequest } from '../s3-request.js';
import { writeCondition } from '../conditions.js';
import { findCopySource } from '../copy-source.js';
import type { FoundSource } from '../copy-source.js';
import { S3Error } from '../s3-error.js';
import { slowAnswer } from '../slow-answer.js';
import { checksumElements } from '../xml/checksum-elements.js';
import { textElement } from '../xml/write-xml.js';
import { refinePrecondition } from './put-object.js';

const maxCopy = 5 * 1024 ** 3;

export const copyObject = async (request: ObjectRequest): Promise<Answer> => {
  const directive = request.headers['x-amz-metadata-directive'] ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE') {
    throw new S3Error('InvalidArgument', 'x-amz-metadata-directive is neither COPY nor REPLACE.');
  }
  const asked = readAlgorithm(request.headers, 'x-amz-checksum-algorithm');
  const source = await findCopySource(request);
  const { object } = source;
  if (object.size > maxCopy) {
    throw new S3Error('InvalidRequest', `A copy source may have ${maxCopy} bytes; copy larger ones in parts.`);
  }
  const onItself = object.bucket === request.bucket && object.key === request.key;
  if (onItself && directive === 'COPY' && asked === null) {
    throw new S3Error('InvalidRequest', 'A copy of an object onto itself must change its metadata or its checksum.');
  }
  const keep = asked === null ? checksumAlgorithms.filter((each) => object.checksums[each] !== undefined) : [asked];
  return slowAnswer(copy(request, source, directive === 'REPLACE', keep).then(copied));
};

const copy = async (
  request: ObjectRequest,
  { object, pin }: FoundSource,
  replace: boolean,
  keep: readonly ChecksumAlgorithm[],
): Promise<StoredObject> => {
  const { engine, bucket, key } = request;
  const to = { bucket, key };
  const from = { bucket: object.bucket, key: object.key };
  const attributes = replace ? { attributes: readAttributes(request.headers) } : {};
  const onlyIf = writeCondition(request.headers);
  try {
    return await engine.copy({ ...from, ...pin }, to, { keep, onlyIf, ...attributes });
  } catch (error) {
    throw await refinePrecondition(request, onlyIf, error);
  }
};

const copied = (object: StoredObject): Answer =>
  xmlAnswer('CopyObjectResult', [
    textElement('LastModified', object.lastModified.toISOString()),
    textElement('ETag', object.etag),
    ...checksumElements(object.checksums),
    ...(Object.keys(object.checksums).length === 0 ? [] : [textElement('ChecksumType', object.checksumType)]),
  ]);
