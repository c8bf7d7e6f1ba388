import { ByteStoreFault } from '../../../../../formats/bytes.js';
import type { CommitOptions } from '../../contract/object-engine.js';
import { emptyAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import { readAttributes } from '../attributes.js';
import { stageBody } from '../body/stage-body.js';
import type { ObjectRequest } from '../s3-request.js';
import { writeCondition } from '../conditions.js';
import { checksumHeaders } from '../object-headers.js';
import { S3Error } from '../s3-error.js';

export const putObject = async (request: ObjectRequest): Promise<Answer> => {
  const { bucket, key } = request;
  const attributes = readAttributes(request.headers);
  const onlyIf = writeCondition(request.headers);
  const { staged, algorithm } = await stageBody(request);
  try {
    const keep = algorithm === null ? [] : [algorithm];
    const object = await request.engine.commit(staged, { bucket, key }, { attributes, keep, onlyIf });
    return emptyAnswer(200, { etag: object.etag, ...checksumHeaders(object.checksums, object.checksumType) });
  } catch (error) {
    throw await refinePrecondition(request, onlyIf, error);
  } finally {
    await staged.discard();
  }
};

/** S3 answers NoSuchKey rather than PreconditionFailed for an If-Match without an object. */
export const refinePrecondition = async (
  { engine, bucket, key }: ObjectRequest,
  onlyIf: CommitOptions['onlyIf'],
  error: unknown,
): Promise<unknown> => {
  const failed = error instanceof ByteStoreFault && error.code === 'precondition-failed';
  if (!failed || typeof onlyIf !== 'object' || (await engine.head({ bucket, key })) !== null) return error;
  return new S3Error('NoSuchKey', `There is no object ${key}.`, { cause: error });
};
