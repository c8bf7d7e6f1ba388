import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { type ObjectEngine, openS3Endpoint } from '../../../infra/embedded/s3-server/s3-server.js';
import type { S3EndpointSettings } from '../../../infra/embedded/s3-server/http/settings.js';
import { failureOf } from '../failure-of.js';
import { openEngineIn } from './open-engine-in.js';

export const owner = { accessKeyId: 'AKOWNER', secretAccessKey: 'the-secret-of-the-owner' };
/** Reads both buckets and writes nowhere. */
export const reader = { accessKeyId: 'AKREADER', secretAccessKey: 'the-secret-of-the-reader' };

const say = (): void => undefined;
const quiet = { trace: say, debug: say, info: say, warn: say, error: say };

export interface S3Harness {
  readonly engine: ObjectEngine;
  /** `http://127.0.0.1:<port>`. */
  readonly endpoint: string;
  readonly port: number;
  readonly folder: string;
  /** A client with the SDK's defaults, but for the address. */
  client(config?: S3ClientConfig): S3Client;
  /** A second call waits for the first. */
  close(): Promise<void>;
}

/** The endpoint over a real engine in a folder of its own: `workspace` takes any key, `repository` is plain files. */
export const openS3Harness = async (
  settings: Partial<S3EndpointSettings> & { wrap?: (engine: ObjectEngine) => ObjectEngine } = {},
): Promise<S3Harness> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-s3-'));
  const engine = await openEngineIn(folder);
  const { wrap = (it) => it, ...rest } = settings;
  const endpoint = await openS3Endpoint({
    engine: wrap(engine),
    host: '127.0.0.1',
    port: 0,
    region: 'us-east-1',
    credentials: [
      { ...owner, may: () => true },
      { ...reader, may: (access) => access === 'read' },
    ],
    now: () => new Date(),
    graceMs: 500,
    ...rest,
  });
  const clients: S3Client[] = [];
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    for (const client of clients) client.destroy();
    await endpoint.close();
    await engine.close();
    await rm(folder, { recursive: true });
  };
  return {
    engine,
    endpoint: endpoint.endpoint,
    port: endpoint.port,
    folder,
    client(config = {}) {
      const client = new S3Client({
        endpoint: endpoint.endpoint,
        region: 'us-east-1',
        forcePathStyle: true,
        credentials: owner,
        maxAttempts: 1,
        logger: quiet,
        ...config,
      });
      clients.push(client);
      return client;
    },
    close: () => (closing ??= close()),
  };
};

/** Awaits a call of the SDK that must be refused: the name of the error and its status. */
export const refusal = async (call: Promise<unknown>): Promise<{ name: string; status: number | undefined }> => {
  const outcome = await failureOf(call);
  expect(outcome, 'a refusal').to.be.instanceOf(Error);
  const { name, $metadata } = outcome as Error & { $metadata?: { httpStatusCode?: number } };
  return { name, status: $metadata?.httpStatusCode };
};

export const expectRefused = async (call: Promise<unknown>, status: number, name: string): Promise<void> => {
  expect(await refusal(call)).to.deep.equal({ name, status });
};
