import type { Answer } from './answer.js';
import { requireAccess } from './s3-request.js';
import type { BucketRequest, S3Request, ObjectRequest } from './s3-request.js';
import type { Access } from './settings.js';
import { METHODS } from './error-answer.js';
import {
  createBucket,
  deleteBucket,
  getBucketLocation,
  getBucketVersioning,
  headBucket,
  listBuckets,
} from './operations/bucket.js';
import { completeMultipartUpload } from './operations/complete-upload.js';
import { copyObject } from './operations/copy-object.js';
import { deleteObject, deleteObjects } from './operations/delete-objects.js';
import { getObjectAttributes } from './operations/get-object-attributes.js';
import { getObjectTagging } from './operations/get-object-tagging.js';
import { getObject, headObject } from './operations/get-object.js';
import { listObjects, listObjectsV1 } from './operations/list-objects.js';
import { listMultipartUploads, listParts } from './operations/list-uploads.js';
import { abortMultipartUpload, createMultipartUpload } from './operations/multipart-upload.js';
import { putObject } from './operations/put-object.js';
import { uploadPart, uploadPartCopy } from './operations/upload-part.js';
import { S3Error } from './s3-error.js';
import { refuseLongKey } from './target.js';
import type { Target } from './target.js';
import { refuseUnsupported } from './unsupported.js';

interface Route<C extends S3Request> {
  readonly access: Access;
  run(request: C): Answer | Promise<Answer>;
}

interface BucketRoute extends Route<BucketRequest> {
  /**
   * What the request is about: the bucket itself, the keys that begin with its prefix, or the keys in its body, which
   * the operation checks one by one.
   */
  readonly about: 'bucket' | 'prefix' | 'keys in body';
}

const bucketRoutes: Readonly<Partial<Record<string, BucketRoute>>> = {
  'HEAD ': { access: 'read', about: 'bucket', run: headBucket },
  'DELETE ': { access: 'write', about: 'bucket', run: deleteBucket },
  'GET ': { access: 'read', about: 'prefix', run: listObjectsV1 },
  'GET list-type': { access: 'read', about: 'prefix', run: listObjects },
  'GET location': { access: 'read', about: 'bucket', run: getBucketLocation },
  'GET versioning': { access: 'read', about: 'bucket', run: getBucketVersioning },
  'GET uploads': { access: 'read', about: 'prefix', run: listMultipartUploads },
  'POST delete': { access: 'write', about: 'keys in body', run: deleteObjects },
};

const objectRoutes: Readonly<Partial<Record<string, Route<ObjectRequest>>>> = {
  'HEAD ': { access: 'read', run: headObject },
  'GET ': { access: 'read', run: getObject },
  'GET attributes': { access: 'read', run: getObjectAttributes },
  'GET tagging': { access: 'read', run: getObjectTagging },
  'GET uploadId': { access: 'write', run: listParts },
  'PUT ': { access: 'write', run: putObject },
  'PUT copy': { access: 'write', run: copyObject },
  'PUT uploadId': { access: 'write', run: uploadPart },
  'PUT uploadId copy': { access: 'write', run: uploadPartCopy },
  'POST uploads': { access: 'write', run: createMultipartUpload },
  'POST uploadId': { access: 'write', run: completeMultipartUpload },
  'DELETE ': { access: 'write', run: deleteObject },
  'DELETE uploadId': { access: 'write', run: abortMultipartUpload },
};

/** Names in the query that make a request another operation: those served, then S3's others, which are refused. */
const subresources = [
  ...['list-type', 'location', 'versioning', 'uploads', 'delete', 'attributes', 'uploadId'],
  ...['accelerate', 'acl', 'analytics', 'cors', 'encryption', 'intelligent-tiering', 'inventory', 'legal-hold'],
  ...['lifecycle', 'logging', 'metadataConfiguration', 'metadataTable', 'metrics', 'notification', 'object-lock'],
  ...['ownershipControls', 'policy', 'policyStatus', 'publicAccessBlock', 'renameObject', 'replication'],
  ...['requestPayment', 'restore', 'retention', 'select', 'session', 'tagging', 'torrent', 'versions', 'website'],
];

/** Finds and runs the operation a signed request asks for. Rejects with S3Error and with the engine's faults. */
export const dispatch = async (method: string, target: Target, request: S3Request): Promise<Answer> => {
  const { bucket, key, query } = target;
  refuseUnsupported(request.headers, query);
  if (bucket === null) {
    if (method !== 'GET' || subresourceOf(query) !== '') throw notImplemented(method);
    return listBuckets(request);
  }
  if (key === null) return runOnBucket(method, subresourceOf(query), { ...request, bucket });
  const copies = request.headers['x-amz-copy-source'] === undefined ? [] : ['copy'];
  const parts = [subresourceOf(query), ...(method === 'PUT' ? copies : [])].filter((part) => part !== '');
  const route = objectRoutes[`${method} ${parts.join(' ')}`];
  if (route === undefined) throw notImplemented(method);
  requireAccess(request, route.access, bucket, key);
  refuseLongKey(key);
  return route.run({ ...request, bucket, key });
};

const runOnBucket = async (method: string, subresource: string, request: BucketRequest): Promise<Answer> => {
  // Creating a bucket is not a write into one: it is authorised before it is known whether the bucket exists.
  if (method === 'PUT' && subresource === '') return createBucket(request);
  const route = bucketRoutes[`${method} ${subresource}`];
  if (route === undefined) throw notImplemented(method);
  requireAccess(request, route.access, request.bucket, route.about === 'prefix' ? prefixOf(request) : null);
  return route.run(request);
};

const prefixOf = ({ query }: BucketRequest): string => query.get('prefix') ?? '';

const subresourceOf = (query: ReadonlyMap<string, string>): string =>
  subresources.find((each) => query.has(each)) ?? '';

const notImplemented = (method: string): S3Error =>
  METHODS.includes(method)
    ? new S3Error('NotImplemented', 'The store does not offer this operation.')
    : new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');
