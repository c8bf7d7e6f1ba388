import { join } from 'node:path';
import { ByteStoreFault } from '../../formats/bytes.js';
import type { ObjectStore } from '../../formats/object-store.js';
import type { ObjectReader } from '../../formats/ocfl/object-reader.js';
import { folderObject } from '../formats/ocfl/folder-object.js';
import { faulty, type PortCall } from '../support/faults/faulty.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';

/** A platform as journeys see it, in one process or in many. */
export interface JourneyPlatform extends Pick<TestPlatform, 'call'> {
  /** Address of the preservation service. */
  readonly preservation: string;
  /** Address of the storage service. */
  readonly storage: string;
  /** The workspace as any S3 tool reaches it. */
  readonly s3: ObjectStore;
  /** The OCFL object that an `origin` names, from outside the platform. */
  objectAt(origin: string): ObjectReader;
  /** The longest name of a file, in bytes, that the object store takes. */
  readonly longestName: number;
  /** Moves the platform's clock on, where it can be moved: versions of a group differ by a second at least. */
  passTime(ms: number): void;
  /** Lets the object store refuse copies, or no longer; false where nobody stands between it and the platform. */
  refuseCopies(refused: boolean): boolean;
  /** Resolves when nothing is under way any more; `headers` are those of whoever may ask. */
  settle(headers?: Record<string, string>): Promise<void>;
  remove(): Promise<void>;
}

/** Bucket and key of an `s3://` address. */
export const placeOf = (origin: string): { readonly bucket: string; readonly root: string } => {
  const [, bucket = '', root = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(origin) ?? [];
  return { bucket, root };
};

/** The platform that needs no server, with these settings. */
export const embeddedJourneyPlatform = async (
  environment: Readonly<Record<string, string>> = {},
): Promise<JourneyPlatform> => {
  let later = 0;
  let copiesAreRefused = false;
  const refuseCopies = ({ method }: PortCall): void => {
    if (method === 'copy' && copiesAreRefused) throw new ByteStoreFault('store-denied', 'copies are refused');
  };
  const platform = await startTestPlatform({
    environment,
    now: () => new Date(Date.now() + later),
    ports: (between) => ({ ...between, bytes: faulty(between.bytes, refuseCopies) }),
  });
  return {
    preservation: platform.ready.preservation,
    storage: platform.ready.storage,
    s3: platform.s3,
    call: platform.call,
    objectAt: (origin) => folderObject(join(platform.data, 'ocfl', placeOf(origin).root)),
    longestName: 304,
    passTime: (ms) => void (later += ms),
    refuseCopies: (refused) => {
      copiesAreRefused = refused;
      return true;
    },
    settle: () => platform.settle(),
    remove: () => platform.remove(),
  };
};
