import type { Page, StoredObject } from '../../contract/object-engine.js';
import { xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import { checksumAlgorithms } from '../body/declared-digests.js';
import type { BucketRequest } from '../s3-request.js';
import { nameWriter, readCount } from '../listing-query.js';
import { S3Error } from '../s3-error.js';
import { element, textElement } from '../xml/write-xml.js';

const owner = element('Owner', [textElement('ID', 'muniment'), textElement('DisplayName', 'muniment')]);

/** ListObjectsV2: pages by a token that names the last key or prefix shown. */
export const listObjects = async (request: BucketRequest): Promise<Answer> => {
  const { query } = request;
  const token = query.get('continuation-token');
  const after = token === undefined ? (query.get('start-after') ?? '') : readToken(token);
  const { page, limit, shared } = await readPage(request, after);
  const { write } = nameWriter(query);
  const startAfter = query.get('start-after');
  return xmlAnswer('ListBucketResult', [
    ...shared,
    textElement('KeyCount', page.objects.length + page.prefixes.length),
    textElement('MaxKeys', limit),
    ...(token === undefined ? [] : [textElement('ContinuationToken', token)]),
    ...(startAfter === undefined ? [] : [textElement('StartAfter', write(startAfter))]),
    textElement('IsTruncated', page.next !== null),
    ...(page.next === null ? [] : [textElement('NextContinuationToken', writeToken(page.next))]),
    ...entries(page, write, query.get('fetch-owner') === 'true'),
  ]);
};

/** ListObjects, the first version: pages by the last key or prefix itself. */
export const listObjectsV1 = async (request: BucketRequest): Promise<Answer> => {
  const marker = request.query.get('marker') ?? '';
  const { page, limit, shared } = await readPage(request, marker);
  const { write } = nameWriter(request.query);
  return xmlAnswer('ListBucketResult', [
    ...shared,
    textElement('Marker', write(marker)),
    textElement('MaxKeys', limit),
    textElement('IsTruncated', page.next !== null),
    ...(page.next === null ? [] : [textElement('NextMarker', write(page.next))]),
    ...entries(page, write, true),
  ]);
};

const readPage = async (
  request: BucketRequest,
  after: string,
): Promise<{ page: Page; limit: number; shared: readonly string[] }> => {
  const { query, bucket } = request;
  const { write, url } = nameWriter(query);
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const limit = readCount(query, 'max-keys');
  const page: Page =
    limit === 0
      ? { objects: [], prefixes: [], next: null }
      : await request.engine.page(bucket, {
          prefix,
          limit,
          ...(after === '' ? {} : { after }),
          ...(delimiter === '' ? {} : { delimiter }),
        });
  const shared = [
    textElement('Name', bucket),
    textElement('Prefix', write(prefix)),
    ...(delimiter === '' ? [] : [textElement('Delimiter', write(delimiter))]),
    ...(url ? [textElement('EncodingType', 'url')] : []),
  ];
  return { page, limit, shared };
};

const entries = ({ objects, prefixes }: Page, write: (name: string) => string, owned: boolean): string[] => [
  ...objects.map((object) => contents(object, write, owned)),
  ...prefixes.map((prefix) => element('CommonPrefixes', [textElement('Prefix', write(prefix))])),
];

const contents = (object: StoredObject, write: (name: string) => string, owned: boolean): string =>
  element('Contents', [
    textElement('Key', write(object.key)),
    textElement('LastModified', object.lastModified.toISOString()),
    textElement('ETag', object.etag),
    ...checksumKinds(object),
    textElement('Size', object.size),
    ...(owned ? [owner] : []),
    '<StorageClass>STANDARD</StorageClass>',
  ]);

const checksumKinds = ({ checksums, checksumType }: StoredObject): string[] => {
  const kinds = checksumAlgorithms.filter((algorithm) => checksums[algorithm] !== undefined);
  if (kinds.length === 0) return [];
  return [...kinds.map((each) => textElement('ChecksumAlgorithm', each)), textElement('ChecksumType', checksumType)];
};

const writeToken = (key: string): string => Buffer.from(key).toString('base64url');

const readToken = (token: string): string => {
  const key = Buffer.from(token, 'base64url').toString('utf8');
  if (key === '' || writeToken(key) !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect.');
  }
  return key;
};
