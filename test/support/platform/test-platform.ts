import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '../../../formats/object-store.js';
import { callOn, type Call } from '../http/call-on.js';
import type { Role } from '../../../infra/config/roles.js';
import { startPlatform, type Platform, type PlatformOptions } from '../../../infra/compose/platform/platform.js';
import { openS3ByteStore } from '../../../infra/s3/byte-store.js';
import { checkStatusesOf } from '../http/listed-status.js';
import { ownConfig } from './own-config.js';

/** A whole platform on free ports, as a client sees it. */
export interface TestPlatform extends Platform {
  readonly data: string;
  /** The workspace through the S3 endpoint, as any S3 tool reaches it. */
  readonly s3: ObjectStore;
  readonly call: Call;
  /** Stops it and removes its data folder. */
  remove(): Promise<void>;
}

export interface TestPlatformOptions extends PlatformOptions {
  readonly data?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** A role that the platform is to lack. */
  readonly without?: Role;
}

/** Starts a platform on its own data folder, or on the one given. */
export const startTestPlatform = async (options: TestPlatformOptions = {}): Promise<TestPlatform> => {
  const data = options.data ?? (await mkdtemp(join(tmpdir(), 'muniment-')));
  const settings = ownConfig(data, options.environment);
  const config = { ...settings, roles: settings.roles.filter((role) => role !== options.without) };
  const platform = await startPlatform(config, options);
  checkStatusesOf(platform.ready);
  const { endpoint, region, accessKeyId, secretAccessKey } = platform.ready.s3;
  const s3 = openS3ByteStore({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
  const stop = async (): Promise<void> => {
    s3.close();
    await platform.stop();
  };
  return {
    ...platform,
    data,
    s3,
    stop,
    call: callOn(platform.ready.preservation),
    remove: async () => {
      await stop();
      await rm(data, { recursive: true, force: true });
    },
  };
};
