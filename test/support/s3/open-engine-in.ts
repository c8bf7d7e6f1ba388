import { join } from 'node:path';
import type { Files } from '../../../infra/embedded/file-system/files.js';
import {
  openObjectEngine,
  openS3Endpoint,
  type ObjectEngine,
  type S3Endpoint,
} from '../../../infra/embedded/s3-server/s3-server.js';

/** Where the plain files of a data folder are. */
export const plainRootOf = (folder: string): string => join(folder, 'ocfl');

/** The object store of a data folder: a bucket of plain files, and others that take any key. */
export const openEngineIn = (
  folder: string,
  { plain = 'repository', indexed = ['workspace'], files }: EngineOptions = {},
): Promise<ObjectEngine> =>
  openObjectEngine({
    folder,
    buckets: [
      ...indexed.map((name) => ({ name, layout: 'indexed' as const })),
      { name: plain, layout: 'plain', root: plainRootOf(folder) },
    ],
    ...(files === undefined ? {} : { files }),
  });

export interface EngineOptions {
  readonly plain?: string;
  readonly indexed?: readonly string[];
  readonly files?: Files;
}

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Serves an object store on any free port, to one who may do all. */
export const serveEngine = (engine: ObjectEngine, credentials: Credentials): Promise<S3Endpoint> =>
  openS3Endpoint({
    engine,
    host: '127.0.0.1',
    port: 0,
    region: 'us-east-1',
    credentials: [{ ...credentials, may: () => true }],
    now: () => new Date(),
  });
