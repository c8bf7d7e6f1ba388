import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { S3Credential } from '../../../../../../infra/embedded/s3-server/s3-server.js';
import { openedOnce } from '../../../../../support/platform/opened.js';
import { openS3Harness, owner, type S3Harness } from '../../../../../support/s3/s3-harness.js';

export const PREFIX = 'deposits/mine/';
export const Bucket = 'workspace';
export const mine = { accessKeyId: 'AKMINE', secretAccessKey: 'the-secret-of-one-prefix' };

/** An endpoint that knows the credentials `mine`, for PREFIX alone, and objects within and outside it. */
export interface ScopedEndpoint {
  readonly harness: S3Harness;
  /** A client with the credentials `mine`. */
  readonly client: S3Client;
  /** A client that may do everything. */
  readonly everywhere: S3Client;
  /** When it was opened; the SDK signs with the time of its process, which is near. */
  readonly start: Date;
  /** When `mine` expire. */
  readonly expires: Date;
  /** The time of the endpoint. */
  now: Date;
  /** Whether `mine` are withdrawn. */
  isWithdrawn: boolean;
  /** What the endpoint has looked up for requests. */
  readonly looked: string[];
}

const openScopedEndpoint = async (): Promise<ScopedEndpoint> => {
  const start = new Date();
  const expires = new Date(start.getTime() + 3_600_000);
  const state = { start, expires, now: start, isWithdrawn: false, looked: new Array<string>() };
  const scoped: S3Credential = {
    ...mine,
    expires,
    may: (_access, bucket, keys) => bucket === Bucket && (keys === null || keys.startsWith(PREFIX)),
    isWithdrawn: () => {
      state.looked.push('isWithdrawn');
      return Promise.resolve(state.isWithdrawn);
    },
  };
  const harness = await openS3Harness({
    findCredential: (id) => (id === mine.accessKeyId ? scoped : null),
    now: () => state.now,
    credentials: [{ ...owner, may: () => true }],
  });
  return Object.assign(state, {
    harness,
    client: harness.client({ credentials: mine }),
    everywhere: harness.client({ credentials: owner }),
  });
};

/** Puts the time, the credentials and the objects back to what they were. */
const reset = async (endpoint: ScopedEndpoint): Promise<void> => {
  endpoint.now = endpoint.start;
  endpoint.isWithdrawn = false;
  for (const Key of ['deposits/mine/a', 'deposits/other/a', 'deposits/mine2/a', 'root'])
    await endpoint.everywhere.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
};

/** One for all tests of a suite, as new in each. */
export const scopedEndpoint = (): ScopedEndpoint => {
  const endpoint = openedOnce(openScopedEndpoint, ({ harness }) => harness.close());
  beforeEach(() => reset(endpoint));
  return endpoint;
};

/** The id of an upload that is begun in the engine, past all credentials. */
export const uploadOf = async ({ engine }: S3Harness, key: string): Promise<string> => {
  const attributes = { contentType: null, headers: {}, metadata: {} };
  const { uploadId } = await engine.beginUpload(
    { bucket: Bucket, key },
    { attributes, algorithm: null, checksumType: null },
  );
  return uploadId;
};
