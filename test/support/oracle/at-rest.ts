import { join } from 'node:path';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { catalogue } from '../../../events/codec/catalogue.js';
import { createCodec } from '../../../events/codec/codec.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import { settings } from '../../../infra/config/settings.js';
import { engineByteStore } from '../../../infra/embedded/byte-store.js';
import { openEventStore } from '../../../infra/embedded/event-store/event-store.js';
import { dependenciesOver } from '../repository/dependencies-over.js';
import { openEngineIn } from '../s3/open-engine-in.js';

/** The bucket of workspaces. */
export const WORKSPACE = settings.workspaceBucket.fallback;
const [staging, repository] = [settings.stagingBucket.fallback, settings.repositoryBucket.fallback];

/** What is at rest in a data folder, as commands and workers use it. */
export type RestingStores = Dependencies & { readonly bytes: ObjectStore };

/** Reads a data folder that nobody holds: the log and the store are open until `read` is done. */
export const atRest = async <T>(data: string, read: (dependencies: RestingStores) => Promise<T>): Promise<T> => {
  await using events = openEventStore(join(data, 'events.sqlite'), createCodec(catalogue));
  const engine = await openEngineIn(data, { plain: repository, indexed: [WORKSPACE, staging] });
  try {
    const places = {
      workspaceBucket: WORKSPACE,
      exports: [],
      repository: { bucket: repository, prefix: '' },
      staging: { bucket: staging, prefix: '' },
    };
    const bytes = engineByteStore(engine);
    return await read({ ...dependenciesOver({ events, bytes }, { places }), bytes });
  } finally {
    await engine.close();
  }
};
