import type { Attributes } from '../contract/object-engine.js';
import type { RequestHeaders } from './request-headers.js';
import { S3Error } from './s3-error.js';

const kept = ['cache-control', 'content-disposition', 'content-language', 'expires'] as const;
const metadataPrefix = 'x-amz-meta-';
const maxMetadataBytes = 2048;

/** The headers of an upload that S3 returns with the object. */
export const readAttributes = (headers: RequestHeaders): Attributes => {
  const stored: Record<string, string> = {};
  for (const name of kept) {
    const value = headers[name];
    if (value !== undefined) stored[name] = unicode(value);
  }
  const encoding = contentEncoding(headers['content-encoding']);
  if (encoding !== '') stored['content-encoding'] = encoding;
  const contentType = headers['content-type'];
  return {
    contentType: contentType === undefined || contentType === '' ? null : unicode(contentType),
    headers: stored,
    metadata: readMetadata(headers),
  };
};

const readMetadata = (headers: RequestHeaders): Record<string, string> => {
  const metadata: Record<string, string> = {};
  let bytes = 0;
  for (const [name, value = ''] of Object.entries(headers)) {
    if (!name.startsWith(metadataPrefix)) continue;
    bytes += name.length - metadataPrefix.length + value.length;
    metadata[name.slice(metadataPrefix.length)] = unicode(value);
  }
  if (bytes > maxMetadataBytes) {
    throw new S3Error('MetadataTooLarge', `User metadata may have ${maxMetadataBytes} bytes in all.`);
  }
  return metadata;
};

/** The codings of the object itself: aws-chunked was only the request's. */
const contentEncoding = (text = ''): string =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== 'aws-chunked')
    .join(',');

/** Header bytes come one character each; most clients mean UTF-8. */
const unicode = (raw: string): string => {
  if (!/[\x80-\xff]/.test(raw)) return raw;
  const text = Buffer.from(raw, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? raw : text;
};
