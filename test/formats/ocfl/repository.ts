import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ObjectStore } from '../../../formats/object-store.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import { contentChanges } from '../group-state/content-changes.js';
import { emptyGroup } from '../../../formats/group-state/group-state.js';
import type { GroupState } from '../../../formats/group-state/group-state.js';
import type { NextVersion } from '../../../formats/ocfl/new-version/next-version.js';
import { inventoryKey, sidecarKey } from '../../../formats/ocfl/object-place.js';
import type { ObjectPlace } from '../../../formats/ocfl/object-place.js';
import type { PlanEntry } from '../../../formats/group-state/plan.js';
import { readRootInventory } from '../../../formats/ocfl/inventory/read-inventory.js';
import { readGroupState } from '../../../formats/group-state/read-state.js';
import { sidecarText } from '../../../formats/ocfl/inventory/sidecar.js';
import { renderState } from '../../../formats/group-state/state-file.js';
import { STATE_PATH } from '../../../formats/group-state/state-path.js';
import { objectDeclaration, objectRoot, storageRootFiles } from '../../../formats/ocfl/storage-root/storage-root.js';
import { versionCreated } from '../../../formats/ocfl/version-time.js';
import { versionUser } from '../../../formats/ocfl/version-user.js';
import { render } from '../../../formats/digests/rendering.js';
import { inventoryChunks } from '../../../formats/ocfl/inventory/write-inventory.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { applyPlan, nextVersion } from '../plans-run-to-end.js';
import { folderByteStore } from './folder-byte-store.js';

/** A plan entry, with the bytes for it. */
export type Change = PlanEntry & { readonly body?: string };

export const add = (path: string, body: string, name?: string): Change => ({
  op: 'add-binary',
  path,
  body,
  contentType: 'text/plain',
  ...(name === undefined ? {} : { name }),
});

export const patch = (path: string, body: string): Change => ({ op: 'patch-binary', path, body });

export const container = (path: string, name?: string): Change => ({
  op: 'add-container',
  path,
  ...(name === undefined ? {} : { name }),
});

export interface Job {
  readonly name?: string;
  readonly jobToken?: string;
}

/** An OCFL storage root in a folder of its own, and one archival group in it. */
export interface Repository {
  readonly folder: string;
  readonly store: ObjectStore;
  readonly place: ObjectPlace;
  /** Adds a version as an import does; content is written only once, to keys that nobody has. */
  preserve(changes: readonly Change[], job?: Job): Promise<NextVersion & { readonly state: GroupState }>;
  remove(): Promise<void>;
}

const BUCKET = 'repository';
const PREFIX = 'archive/';

export const openRepository = async (group = 'letters/1911 & after'): Promise<Repository> => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-ocfl-'));
  const store = folderByteStore(folder);
  const objectId = ocflId(group);
  const place = { bucket: BUCKET, root: objectRoot(objectId, PREFIX) };
  for (const { key, content } of storageRootFiles(PREFIX))
    await store.put({ bucket: BUCKET, key }, Buffer.from(content), { onlyIf: 'absent' });

  const put = (key: string, body: string | Buffer): Promise<unknown> =>
    store.put({ bucket: BUCKET, key }, Buffer.from(body));

  const preserve: Repository['preserve'] = async (changes, job = {}) => {
    const base = (await readRootInventory(store, place))?.inventory ?? null;
    const entries = changes.map((change) =>
      change.body === undefined ? change : { ...change, ...digestBytes(change.body) },
    );
    const before = base === null ? emptyGroup('Letters') : await readGroupState(store, place, base, base.head);
    const previous = base?.versions.get(base.head)?.created ?? null;
    const created = versionCreated(new Date('2026-11-21T06:00:00Z'), previous);
    const outcome = applyPlan(before, entries, { agent: 'ada', at: created, group, ...job });
    if ('error' in outcome) throw new Error(outcome.error.message);
    const stateFile = await renderState(outcome.state);
    const { puts, deletes } = contentChanges(entries);
    puts.set(STATE_PATH, stateFile.sha256);
    const message = `job-${(base?.versions.size ?? 0) + 1}`;
    const user = versionUser('ada');
    const change = { objectId, objectRoot: place.root, jobToken: job.jobToken ?? null, created, user, message };
    const next = nextVersion(base, { ...change, puts, deletes });
    for (const { contentPath, logicalPath } of next.content) {
      const body = changes.find((each) => each.path === logicalPath)?.body;
      const at = { bucket: BUCKET, key: `${place.root}/${contentPath}` };
      const bytes = body === undefined ? { stream: stateFile.stream(), size: stateFile.size } : Buffer.from(body);
      await store.put(at, bytes, { onlyIf: 'absent' });
    }
    const inventory = await render(() => inventoryChunks(next.inventory));
    for (const version of [next.version, null]) {
      await store.put(
        { bucket: BUCKET, key: inventoryKey(place.root, version) },
        { ...inventory, stream: inventory.stream() },
      );
      await put(sidecarKey(place.root, version), sidecarText(inventory.sha256));
    }
    if (base === null) {
      const { key, content } = objectDeclaration(place.root);
      await put(key, content);
    }
    return { ...next, state: outcome.state };
  };

  return { folder, store, place, preserve, remove: () => rm(folder, { recursive: true, force: true }) };
};
