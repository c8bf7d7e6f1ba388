import { join, resolve } from 'node:path';
import { ByteStoreFault } from '../../../../formats/bytes.js';
import { ByteFiles } from '../bytes/byte-files.js';
import { findLostFiles } from '../bytes/lost-files.js';
import type { ObjectEngine } from '../contract/object-engine.js';
import { openEngineIndex, type EngineIndex } from '../index/engine-index.js';
import { Leftovers, type ReportLeftover } from '../../file-system/leftovers.js';
import { filesBelow } from '../../file-system/files-below.js';
import { nodeFiles, type Files } from '../../file-system/files.js';
import { indexedLayout } from '../layouts/indexed/indexed-layout.js';
import type { Layout } from '../layouts/layout.js';
import { makeFolders } from '../../file-system/make-folders.js';
import { engineFacade } from './engine-facade.js';
import { PlainFolders } from '../layouts/plain/plain-folders.js';
import { PlainLayout } from '../layouts/plain/plain-layout.js';
import { Staging } from '../bytes/staging.js';
import { withStoreFaults } from '../contract/store-fault.js';

export type BucketOptions =
  | { readonly name: string; readonly layout: 'indexed' }
  /** `root` is the folder below which keys are paths, on the same volume as the data folder. */
  | { readonly name: string; readonly layout: 'plain'; readonly root: string };

export interface ObjectEngineOptions {
  /** The data folder. The engine uses `objects.sqlite*`, `objects/` and `tmp/object-*` in it. */
  readonly folder: string;
  readonly buckets: readonly BucketOptions[];
  readonly files?: Files;
  readonly now?: () => Date;
  /** Told of a file or folder that could not be removed, and is tried again later. */
  readonly onLeftover?: ReportLeftover;
}

/** Where links in the paths lead: a rename follows them. */
const requireSameVolume = async (files: Files, root: string, temporary: string): Promise<void> => {
  const volumeOf = async (folder: string): Promise<string | undefined> =>
    (await files.state(files.resolvedNow(folder) ?? folder))?.volume;
  if ((await volumeOf(root)) === (await volumeOf(temporary))) return;
  const message = `${root} must be on the same volume as ${temporary}, because files are renamed from there`;
  throw new ByteStoreFault('store-denied', message);
};

const requirePrivate = (files: Files, folder: string): void => {
  if (files.keepPrivate(folder)) return;
  const message = `every user of this machine can read ${folder}: run chmod o= ${folder} as its owner`;
  throw new ByteStoreFault('store-denied', message);
};

const open = async (options: ObjectEngineOptions) => {
  const { folder, buckets, files = nodeFiles, now = () => new Date(), onLeftover = () => undefined } = options;
  const temporary = join(folder, 'tmp');
  await makeFolders(files, temporary);
  const index: EngineIndex = openEngineIndex(join(folder, 'objects.sqlite'));
  try {
    const stages = new Staging(files, temporary);
    const leftovers = new Leftovers(onLeftover);
    const objects = resolve(folder, 'objects');
    await makeFolders(files, objects);
    // Everybody may read what is in them, since it may have a name among plain files, too.
    for (const each of [temporary, objects]) requirePrivate(files, each);
    await requireSameVolume(files, objects, temporary);
    const byteFiles = filesBelow(files, objects);
    const bytes = new ByteFiles(byteFiles, objects, index, leftovers);
    const layouts = new Map<string, Layout>();
    await stages.sweep(leftovers);
    const lost = await findLostFiles(byteFiles, objects, index);
    await bytes.sweep();
    for (const bucket of buckets) {
      if (bucket.layout === 'plain') {
        await makeFolders(files, bucket.root);
        await requireSameVolume(files, bucket.root, temporary);
        const root = resolve(bucket.root);
        const below = filesBelow(files, root);
        const folders = new PlainFolders(below, { bucket: bucket.name, root }, index, leftovers);
        await folders.sweep();
        layouts.set(bucket.name, new PlainLayout({ files: below, bucket: bucket.name, root }, folders, index));
      } else {
        layouts.set(bucket.name, indexedLayout(bucket.name, bytes, index));
      }
    }
    return engineFacade({ files, lost, index, bytes, staging: stages, leftovers, layouts, now });
  } catch (error) {
    await index.close();
    throw error;
  }
};

/**
 * Opens the object store in a data folder, created when absent, for this process only, and cleans up after a killed
 * process. Rejects with ByteStoreFault; `store-unavailable` for a store in use.
 */
export const openObjectEngine = (options: ObjectEngineOptions): Promise<ObjectEngine> => withStoreFaults(open(options));
