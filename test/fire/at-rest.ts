import { join } from 'node:path';
import { openRemoval } from '../../commands/storage/removal.js';
import type { Dependencies } from '../../commands/core/dependencies.js';
import { catalogue } from '../../events/codec/catalogue.js';
import { createCodec } from '../../events/codec/codec.js';
import type { ObjectStore } from '../../formats/object-store.js';
import { settings } from '../../infra/config/settings.js';
import { engineByteStore } from '../../infra/embedded/byte-store.js';
import { openEventStore } from '../../infra/embedded/event-store/event-store.js';
import { openObjectEngine } from '../../infra/embedded/s3-server/s3-server.js';

/** The bucket of workspaces. */
export const WORKSPACE = settings.workspaceBucket.fallback;
const [staging, repository] = [settings.stagingBucket.fallback, settings.repositoryBucket.fallback];

/** What is at rest in a data folder, as commands and workers use it. */
export type RestingStores = Dependencies & { readonly bytes: ObjectStore };

/** Reads a data folder that nobody holds: the log and the store are open until `read` is done. */
export const atRest = async <T>(data: string, read: (dependencies: RestingStores) => Promise<T>): Promise<T> => {
  await using events = openEventStore(join(data, 'events.sqlite'), createCodec(catalogue));
  const engine = await openObjectEngine({
    folder: data,
    buckets: [
      { name: WORKSPACE, layout: 'indexed' },
      { name: staging, layout: 'indexed' },
      { name: repository, layout: 'plain', root: join(data, 'ocfl') },
    ],
  });
  try {
    const bytes = engineByteStore(engine);
    const places = {
      workspaceBucket: WORKSPACE,
      exports: [],
      repository: { bucket: repository, prefix: '' },
      staging: { bucket: staging, prefix: '' },
    };
    return await read({
      events,
      bytes,
      places,
      removal: openRemoval(bytes, places),
      now: () => new Date(),
      producer: 'fire',
      holder: '',
      metsAgent: { name: 'fire', accepted: [] },
    });
  } finally {
    await engine.close();
  }
};
