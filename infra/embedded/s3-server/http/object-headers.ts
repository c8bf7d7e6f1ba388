import type { Checksums, StoredObject } from '../contract/object-engine.js';
import { INERT_HEADERS } from '../../../../formats/media-types/inert-headers.js';
import { checksumAlgorithms, checksumHeader } from './body/declared-digests.js';
import { S3Error } from './s3-error.js';

type Headers = Record<string, string | number>;

/** The headers of an object in responses to GET and HEAD. */
export const objectHeaders = (object: StoredObject): Headers => {
  const headers: Headers = {
    'accept-ranges': 'bytes',
    etag: object.etag,
    'last-modified': object.lastModified.toUTCString(),
    'content-type': headerText(object.contentType ?? 'binary/octet-stream'),
    ...INERT_HEADERS,
  };
  for (const [name, value] of Object.entries(object.attributes.headers)) headers[name] = headerText(value);
  for (const [name, value] of Object.entries(object.metadata)) {
    if (isToken(name)) headers[`x-amz-meta-${name}`] = headerText(value);
  }
  return headers;
};

export const checksumHeaders = (checksums: Checksums, type: StoredObject['checksumType'] | null): Headers => {
  const headers: Headers = {};
  for (const algorithm of checksumAlgorithms) {
    const value = checksums[algorithm];
    if (value !== undefined) headers[checksumHeader(algorithm)] = value;
  }
  if (type !== null && Object.keys(headers).length > 0) headers['x-amz-checksum-type'] = type;
  return headers;
};

/** A header holds visible ASCII; anything else goes as an encoded word of RFC 2047, as S3 sends it. */
const headerText = (value: string): string =>
  /^[\x20-\x7e]*$/.test(value) ? value : `=?UTF-8?B?${Buffer.from(value).toString('base64')}?=`;

const isToken = (name: string): boolean => /^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name);

const overridable = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** Headers that a GET asks to have replaced. Throws InvalidArgument for a value that no header can hold. */
export const responseOverrides = (query: ReadonlyMap<string, string>): Record<string, string> => {
  const overrides: Record<string, string> = {};
  for (const name of overridable) {
    const value = query.get(`response-${name}`);
    if (value === undefined) continue;
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new S3Error('InvalidArgument', `response-${name} holds characters that a header cannot.`);
    }
    overrides[name] = value;
  }
  return overrides;
};
