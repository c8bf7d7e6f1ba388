import { emptyAnswer, xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import type { BucketRequest, S3Request } from '../s3-request.js';
import { S3Error } from '../s3-error.js';
import { element, textElement } from '../xml/write-xml.js';

const owner = element('Owner', [textElement('ID', 'muniment'), textElement('DisplayName', 'muniment')]);
/** The creation date of buckets, which S3 requires: before any object in them. */
const creationDate = textElement('CreationDate', new Date(0).toISOString());

export const listBuckets = (request: S3Request): Answer => {
  const names = request.engine.buckets.filter((bucket) => request.may('read', bucket, ''));
  if (names.length === 0) throw new S3Error('AccessDenied', 'These credentials may not list any bucket.');
  const buckets = names.map((name) => element('Bucket', [textElement('Name', name), creationDate]));
  return xmlAnswer('ListAllMyBucketsResult', [owner, element('Buckets', buckets)]);
};

export const headBucket = (request: BucketRequest): Answer =>
  emptyAnswer(200, { 'x-amz-bucket-region': request.region });

/** Buckets come from the configuration: an existing one belongs to the caller, and no other can be created. */
export const createBucket = (request: BucketRequest): Answer => {
  if (request.engine.buckets.includes(request.bucket) && request.may('read', request.bucket, null)) {
    throw new S3Error('BucketAlreadyOwnedByYou', `The bucket ${request.bucket} is yours already.`);
  }
  throw new S3Error('AccessDenied', 'Buckets are made by the configuration of the platform.');
};

export const deleteBucket = (): Answer => {
  throw new S3Error('AccessDenied', 'Buckets are removed by the configuration of the platform.');
};

export const getBucketLocation = (request: BucketRequest): Answer =>
  xmlAnswer('LocationConstraint', request.region === 'us-east-1' ? [] : [request.region]);

export const getBucketVersioning = (): Answer => xmlAnswer('VersioningConfiguration', []);
