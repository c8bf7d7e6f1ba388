import { emptyAnswer, xmlAnswer } from '../answer.js';
import type { Answer } from '../answer.js';
import type { BucketCall, Call } from '../call.js';
import { S3Error } from '../s3-error.js';
import { element, textElement } from '../xml/write-xml.js';

const owner = element('Owner', [textElement('ID', 'muniment'), textElement('DisplayName', 'muniment')]);
/** Buckets are the platform's and older than anything in them; S3 wants a date. */
const creationDate = textElement('CreationDate', new Date(0).toISOString());

export const listBuckets = (call: Call): Answer => {
  const names = call.engine.buckets.filter((bucket) => call.may('read', bucket));
  const buckets = names.map((name) => element('Bucket', [textElement('Name', name), creationDate]));
  return xmlAnswer('ListAllMyBucketsResult', [owner, element('Buckets', buckets)]);
};

export const headBucket = (call: BucketCall): Answer => emptyAnswer(200, { 'x-amz-bucket-region': call.region });

/** Buckets come from the configuration: one that is there is the caller's already, and no other is made. */
export const createBucket = (call: BucketCall): Answer => {
  if (call.engine.buckets.includes(call.bucket)) {
    throw new S3Error('BucketAlreadyOwnedByYou', `The bucket ${call.bucket} is yours already.`);
  }
  throw new S3Error('AccessDenied', 'Buckets are made by the configuration of the platform.');
};

export const deleteBucket = (): Answer => {
  throw new S3Error('AccessDenied', 'Buckets are removed by the configuration of the platform.');
};

export const getBucketLocation = (call: BucketCall): Answer =>
  xmlAnswer('LocationConstraint', call.region === 'us-east-1' ? [] : [call.region]);

export const getBucketVersioning = (): Answer => xmlAnswer('VersioningConfiguration', []);
