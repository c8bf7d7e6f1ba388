import { ByteStoreFault } from '../../../../../formats/bytes.js';
import type { StoredObject } from '../../contract/object-engine.js';
import { emptyAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import type { ByteRange } from '../../../../../formats/http/byte-range.js';
import { evaluateConditions, rangeApplies } from '../../../../../formats/http/conditions.js';
import { readRange } from '../byte-range.js';
import type { ObjectRequest } from '../s3-request.js';
import { isConditional, readConditions } from '../conditions.js';
import { checksumHeaders, objectHeaders, responseOverrides } from '../object-headers.js';
import { partRange, readPartNumber } from '../part-number.js';
import { S3Error } from '../s3-error.js';
import { findObject } from './find-object.js';

/** The response to a GET or HEAD: status, headers, and the range of bytes. */
interface ObjectAnswer {
  readonly status: 200 | 206 | 304;
  readonly headers: Record<string, string | number>;
  readonly range: ByteRange | null;
}

export const headObject = async (request: ObjectRequest): Promise<Answer> => {
  const { status, headers } = read(request, await findObject(request));
  return emptyAnswer(status, headers);
};

export const getObject = async (request: ObjectRequest): Promise<Answer> => {
  const { bucket, key } = request;
  if (isWhole(request)) {
    const { object, stream } = await request.engine.open({ bucket, key });
    try {
      const { status, headers } = read(request, object);
      return { status, headers, body: stream };
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }
  for (let attempt = 1; ; attempt++) {
    const object = await findObject(request);
    const { status, headers, range } = read(request, object);
    if (status === 304) return emptyAnswer(status, headers);
    try {
      const { stream } = await request.engine.open(
        { bucket, key },
        { etag: object.etag, ...(range === null ? {} : { range }) },
      );
      return { status, headers, body: stream };
    } catch (error) {
      // The object was replaced meanwhile, so the conditions are evaluated again.
      if (!(error instanceof ByteStoreFault) || error.code !== 'precondition-failed' || attempt >= 5) throw error;
    }
  }
};

/** Whether no condition must be evaluated before the bytes are opened. */
const isWhole = ({ headers, query }: ObjectRequest): boolean =>
  headers['range'] === undefined && !query.has('partNumber') && !isConditional(readConditions(headers));

const read = (request: ObjectRequest, object: StoredObject): ObjectAnswer => {
  const verdict = evaluateConditions(readConditions(request.headers), object);
  if (verdict === 'failed') throw new S3Error('PreconditionFailed', 'A condition of the request did not hold.');
  const headers = { ...objectHeaders(object), ...responseOverrides(request.query) };
  if (verdict === 'not-modified') {
    const { etag, 'last-modified': lastModified } = objectHeaders(object);
    return { status: 304, headers: { etag: etag ?? '', 'last-modified': lastModified ?? '' }, range: null };
  }
  const part = readPartNumber(request.query);
  const range = part === null ? wantedRange(request, object) : partRange(object, part);
  if (part !== null && object.parts.length > 0) headers['x-amz-mp-parts-count'] = object.parts.length;
  headers['content-length'] = range === null ? object.size : range.end - range.start + 1;
  if (range !== null) {
    headers['content-range'] = `bytes ${range.start}-${range.end}/${object.size}`;
    return { status: 206, headers, range };
  }
  // The checksums are those of the whole, so they only go with the whole.
  if (request.headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED') {
    Object.assign(headers, checksumHeaders(object.checksums, object.checksumType));
  }
  return { status: 200, headers, range: null };
};

const wantedRange = ({ headers, query }: ObjectRequest, object: StoredObject): ByteRange | null => {
  const header = headers['range'];
  if (header === undefined) return null;
  if (query.has('partNumber')) throw new S3Error('InvalidRequest', 'Range and partNumber exclude each other.');
  return rangeApplies(headers['if-range'], object) ? readRange(header, object.size) : null;
};
