import { createHash } from 'node:crypto';
import type { ByteStore } from '../../../formats/bytes.js';
import type { ObjectStore } from '../../../formats/object-store.js';
import type { Inventory } from '../../../formats/ocfl/inventory/inventory.js';
import { readRootInventory } from '../../../formats/ocfl/inventory/read-inventory.js';
import type { ObjectPlace } from '../../../formats/ocfl/object-place.js';
import { versionName } from '../../../formats/ocfl/version-name.js';
import { readWhole } from '../../../formats/read-whole.js';

const sha512Of = (bytes: Uint8Array | string): string => createHash('sha512').update(bytes).digest('hex');

/** The SHA-512 of each digest of a manifest, and the manifest by these. */
const rehashed = async (store: ByteStore, { bucket, root }: ObjectPlace, { manifest }: Inventory) => {
  const digests = new Map<string, string>();
  for (const [digest, [path = '']] of manifest)
    digests.set(digest, sha512Of((await readWhole(store, { bucket, key: `${root}/${path}` })).bytes));
  const by512 = [...manifest].map(([digest, paths]): [string, readonly string[]] => [digests.get(digest) ?? '', paths]);
  return { digests, manifest: by512 };
};

/**
 * Writes the next version of an object as another tool does that digests by SHA-512: one more file, and all others as
 * they are, the platform's own among them.
 */
export const putForeignVersion = async (
  store: ObjectStore,
  place: ObjectPlace,
  [path, text]: readonly [string, string],
): Promise<void> => {
  const { inventory } = (await readRootInventory(store, place))!;
  const { digests, manifest } = await rehashed(store, place, inventory);
  const head = versionName(inventory.versions.size + 1);
  const versions: Record<string, object> = {};
  let state: Record<string, readonly string[]> = {};
  for (const [name, version] of inventory.versions) {
    state = Object.fromEntries([...version.state].map(([digest, paths]) => [digests.get(digest) ?? '', paths]));
    const { user, ...rest } = version;
    versions[name] = { ...rest, state, user: { name: user?.name, address: user?.address ?? undefined } };
  }
  versions[head] = { created: '2100-01-01T00:00:00Z', message: 'more', state: { ...state, [sha512Of(text)]: [path] } };
  const content = `${head}/content/${path}`;
  const written = JSON.stringify({
    id: inventory.id,
    type: inventory.type,
    digestAlgorithm: 'sha512',
    head,
    manifest: { ...Object.fromEntries(manifest), [sha512Of(text)]: [content] },
    versions,
  });
  const put = (key: string, body: string): Promise<unknown> =>
    store.put({ bucket: place.bucket, key: `${place.root}/${key}` }, Buffer.from(body));
  await put(content, text);
  for (const folder of [`${head}/`, '']) {
    await put(`${folder}inventory.json`, written);
    await put(`${folder}inventory.json.sha512`, `${sha512Of(written)} inventory.json\n`);
  }
  await store.delete(place.bucket, [`${place.root}/inventory.json.sha256`]);
};
