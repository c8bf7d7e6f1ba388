import { emptyAnswer, xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import type { BucketRequest, ObjectRequest } from '../s3-request.js';
import { asS3Error, S3Error } from '../s3-error.js';
import { refuseLongKey } from '../target.js';
import { childElements, childText, readXmlBody, type BodyElement } from '../xml/read-xml.js';
import { element, textElement } from '../xml/write-xml.js';

const maxKeys = 1000;

export const deleteObject = async ({ engine, bucket, key, headers }: ObjectRequest): Promise<Answer> => {
  if (headers['if-match'] !== undefined) throw new S3Error('NotImplemented', 'A delete cannot be conditional.');
  await engine.delete(bucket, [key]);
  return emptyAnswer(204);
};

export const deleteObjects = async (request: BucketRequest): Promise<Answer> => {
  const root = await readXmlBody(request, 'Delete', true);
  const objects = childElements(root, 'Object');
  if (objects.length === 0 || objects.length > maxKeys) {
    throw new S3Error('MalformedXML', `A Delete names 1 to ${maxKeys} objects.`);
  }
  const keys = objects.map(readKey);
  const allowed = keys.filter((key) => request.may('write', request.bucket, key));
  const refusals = await deleteAll(request, allowed);
  if (allowed.length < keys.length) refuseOthers(refusals, keys, new Set(allowed));
  const quiet = childText(root, 'Quiet')?.trim() === 'true';
  const deleted = quiet ? [] : keys.filter((key) => !refusals.has(key));
  return xmlAnswer('DeleteResult', [
    ...deleted.map((key) => element('Deleted', [textElement('Key', key)])),
    ...[...refusals].map(([key, { code, message }]) =>
      element('Error', [textElement('Key', key), textElement('Code', code), textElement('Message', message)]),
    ),
  ]);
};

const readKey = (object: BodyElement): string => {
  const key = childText(object, 'Key');
  if (key === null || key === '') throw new S3Error('MalformedXML', 'An object to delete has no key.');
  refuseLongKey(key);
  if (['ETag', 'LastModifiedTime', 'Size'].some((name) => childText(object, name) !== null)) {
    throw new S3Error('NotImplemented', 'A delete cannot be conditional.');
  }
  if ((childText(object, 'VersionId') ?? 'null') !== 'null') {
    throw new S3Error('NoSuchVersion', 'Objects have no versions here.');
  }
  return key;
};

const refuseOthers = (refusals: Map<string, S3Error>, keys: readonly string[], allowed: ReadonlySet<string>): void => {
  const denied = new S3Error('AccessDenied', 'These credentials may not delete this.');
  for (const key of keys) if (!allowed.has(key)) refusals.set(key, denied);
};

/** All together; where that fails, one by one, to learn which ones fail. */
const deleteAll = async ({ engine, bucket }: BucketRequest, keys: readonly string[]): Promise<Map<string, S3Error>> => {
  const refusals = new Map<string, S3Error>();
  try {
    await engine.delete(bucket, keys);
  } catch {
    for (const key of keys) {
      await engine.delete(bucket, [key]).catch((error: unknown) => refusals.set(key, asS3Error(error)));
    }
  }
  return refusals;
};
