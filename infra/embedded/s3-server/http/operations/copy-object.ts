import type { ChecksumAlgorithm, StoredObject } from '../../engine/object-engine.js';
import { xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import { readAttributes } from '../attributes.js';
import { checksumAlgorithms, readAlgorithm } from '../body/body-claims.js';
import type { ObjectCall } from '../call.js';
import { writeCondition } from '../conditions.js';
import { findCopySource } from '../copy-source.js';
import type { CopySource } from '../copy-source.js';
import { S3Error } from '../s3-error.js';
import { slowAnswer } from '../slow-answer.js';
import { checksumElements } from '../xml/checksum-elements.js';
import { textElement } from '../xml/write-xml.js';
import { refinePrecondition } from './put-object.js';

const maxCopy = 5 * 1024 ** 3;

export const copyObject = async (call: ObjectCall): Promise<Answer> => {
  const directive = call.headers['x-amz-metadata-directive'] ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE') {
    throw new S3Error('InvalidArgument', 'x-amz-metadata-directive is neither COPY nor REPLACE.');
  }
  const asked = readAlgorithm(call.headers, 'x-amz-checksum-algorithm');
  const source = await findCopySource(call);
  const { object } = source;
  if (object.size > maxCopy) {
    throw new S3Error('InvalidRequest', `A copy source may have ${maxCopy} bytes; copy larger ones in parts.`);
  }
  const onItself = object.bucket === call.bucket && object.key === call.key;
  if (onItself && directive === 'COPY' && asked === null) {
    throw new S3Error('InvalidRequest', 'A copy of an object onto itself must change its metadata or its checksum.');
  }
  const keep = asked === null ? checksumAlgorithms.filter((each) => object.checksums[each] !== undefined) : [asked];
  return slowAnswer(copy(call, source, directive === 'REPLACE', keep).then(copied));
};

const copy = async (
  call: ObjectCall,
  { object, pin }: CopySource,
  replace: boolean,
  keep: readonly ChecksumAlgorithm[],
): Promise<StoredObject> => {
  const { engine, bucket, key } = call;
  const to = { bucket, key };
  const from = { bucket: object.bucket, key: object.key };
  const attributes = replace ? readAttributes(call.headers) : undefined;
  const onlyIf = writeCondition(call.headers);
  if (onlyIf === undefined) {
    return engine.copy({ ...from, ...pin }, to, { keep, ...(attributes === undefined ? {} : { attributes }) });
  }
  const opened = await engine.open(from, pin);
  const staged = await engine.stage(bucket, opened.stream, keep).finally(() => opened.stream.destroy());
  try {
    return await engine.commit(staged, to, { keep, onlyIf, attributes: attributes ?? opened.object.attributes });
  } catch (error) {
    throw await refinePrecondition(call, onlyIf, error);
  } finally {
    await staged.discard();
  }
};

const copied = (object: StoredObject): Answer =>
  xmlAnswer('CopyObjectResult', [
    textElement('LastModified', object.lastModified.toISOString()),
    textElement('ETag', object.etag),
    ...checksumElements(object.checksums),
    ...(Object.keys(object.checksums).length === 0 ? [] : [textElement('ChecksumType', object.checksumType)]),
  ]);
