import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ObjectStore } from '../../../formats/object-store.js';
import { readWhole } from '../../../formats/read-whole.js';
import { engineByteStore } from '../../../infra/embedded/byte-store.js';
import { nodeFiles } from '../../../infra/embedded/file-system/files.js';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import { contentType, openIn, plainRootOf, type Allowed } from './store-bench.js';

const filesBelow = async (folder: string): Promise<string[]> => {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

const emptyFoldersBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  const contents = await Promise.all(folders.map((each) => readdir(each)));
  return folders.filter((_, index) => contents[index]?.length === 0);
};

const keysIn = async (store: ObjectStore, bucket: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of store.list(bucket, '')) keys.push(key);
  return keys;
};

const examineObjects = async (engine: ObjectEngine, bucket: string, allowed: Allowed, moment: string) => {
  const store = engineByteStore(engine);
  let objects = 0;
  for (const [key, values] of allowed) {
    const info = await store.head({ bucket, key });
    const text = info && (await readWhole(store, { bucket, key })).bytes.toString();
    expect(values, `${key} ${moment}`).to.include(text);
    if (text === null) continue;
    objects++;
    if (values.length === 1) expect(info?.contentType, `${key} ${moment}`).to.equal(contentType);
  }
  const listed = await keysIn(store, bucket);
  expect(
    listed.filter((key) => !key.startsWith('uploaded/')),
    moment,
  ).to.have.length(objects);
  const uploaded = (await keysIn(store, 'workspace')).filter((key) => key.startsWith('uploaded/'));
  const parts = await Promise.all((await engine.uploads(bucket, '')).map(({ uploadId }) => engine.parts(uploadId)));
  return { objects, parts: parts.flat().length, uploaded: uploaded.length };
};

/** Opens what the disk shows after the cut, and looks at everything that was asked for. */
export const examineImage = async (image: string, bucket: string, allowed: Allowed, moment: string): Promise<void> => {
  const engine = await openIn(image, nodeFiles);
  let held: { readonly objects: number; readonly parts: number; readonly uploaded: number };
  try {
    held = await examineObjects(engine, bucket, allowed, moment);
  } finally {
    await engine.close();
  }
  expect(await filesBelow(join(image, 'tmp')), moment).to.deep.equal([]);
  const byteFiles = held.parts + held.uploaded + (bucket === 'workspace' ? held.objects : 0);
  expect(await filesBelow(join(image, 'objects')), moment).to.have.length(byteFiles);
  expect(await emptyFoldersBelow(plainRootOf(image)), moment).to.deep.equal([]);
};
