import type { Config } from '../../config/config.js';
import type { ObjectEngine } from '../../embedded/s3-server/s3-server.js';
import { startProcess, type PlatformOptions, type PlatformProcess } from './start-process.js';
import type { S3Access } from '../serving/workspace-access.js';

export type { PlatformOptions } from './start-process.js';

/** The addresses of a platform without servers. */
export interface Ready {
  readonly ready: true;
  readonly preservation: string;
  readonly storage: string;
  readonly operations: string;
  readonly s3: S3Access;
  /** Absolute path of the data folder. */
  readonly data: string;
}

/** The whole platform in one process. */
export type Platform = PlatformProcess<Ready> & {
  /** The object store of this process. */
  readonly engine: ObjectEngine;
};

/** The settings give parts of the platform to servers or other processes, but all are needed in this one. */
export class PlatformDivided extends Error {
  override name = 'PlatformDivided';
  readonly code = 'platform-divided';
}

/** Starts the whole platform in this process, with its objects in the data folder. Rejects as `startProcess` does. */
export const startPlatform = async (config: Config, options: PlatformOptions = {}): Promise<Platform> => {
  const platform = await startProcess(config, options);
  const { engine } = platform;
  const { preservation, storage, operations, s3, data } = platform.ready;
  if (preservation === null || storage === null || s3 === null || data === null || engine === null) {
    await platform.stop();
    throw new PlatformDivided(
      'This command runs the whole platform on a data folder of its own, but the settings name servers. Unset those, or use the preservation service.',
    );
  }
  return { ...platform, engine, ready: { ready: true, preservation, storage, operations, s3, data } };
};
