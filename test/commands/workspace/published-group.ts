import { objectPlaceOf } from '../../../commands/reads/read-group.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { digestBytes } from '../../../formats/digests/digested.js';
import { objectDeclaration } from '../../../formats/ocfl/storage-root/storage-root.js';
import { REPOSITORY, type TemporaryBytes } from '../../support/command-bench.js';
import { group, someImport } from '../processes/scenarios.js';

export const sha256 = (text: string): string => digestBytes(text).sha256;

/** Writes what the repository holds of the group's first version. */
export const publish = async (
  store: TemporaryBytes,
  dependencies: Dependencies,
  ...[files, name]: readonly [Readonly<Record<string, string>>, string?]
): Promise<void> => {
  const { root } = objectPlaceOf(dependencies, group);
  await store.empty(REPOSITORY);
  const put = (key: string, content: string) =>
    dependencies.bytes.put({ bucket: REPOSITORY, key }, Buffer.from(content));
  const manifest = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [sha256(text), [`v1/content/${path}`]]),
  );
  const state = Object.fromEntries(Object.entries(files).map(([path, text]) => [sha256(text), [path]]));
  const inventory = JSON.stringify({
    id: 'info:repo/letters/1911',
    type: 'https://ocfl.io/1.1/spec/#inventory',
    digestAlgorithm: 'sha256',
    head: 'v1',
    manifest,
    versions: {
      v1: { created: '2026-05-04T12:00:00Z', state, message: 'j', user: { name: 'ann', address: 'info:x' } },
    },
  });
  await someImport(dependencies, name, Buffer.from(inventory));
  await put(objectDeclaration(root).key, objectDeclaration(root).content);
  for (const at of [root, `${root}/v1`]) {
    await put(`${at}/inventory.json`, inventory);
    await put(`${at}/inventory.json.sha256`, `${sha256(inventory)} inventory.json\n`);
  }
  for (const [path, text] of Object.entries(files)) await put(`${root}/v1/content/${path}`, text);
};
