import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { readWhole } from '../../../formats/read-whole.js';
import { engineByteStore } from '../../../infra/embedded/byte-store.js';
import type { ObjectEngine } from '../../../infra/embedded/s3-server/s3-server.js';
import { openEngineIn, plainRootOf } from '../s3/open-engine-in.js';
import { contentType, type AllowedContent } from './store-bench.js';
import { keysIn } from '../s3/keys-in.js';

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

/** What each key holds; null is nothing. */
type FoundContent = ReadonlyMap<string, string | null>;

const examineObjects = async (engine: ObjectEngine, bucket: string, allowed: AllowedContent, moment: string) => {
  const store = engineByteStore(engine);
  const found = new Map<string, string | null>();
  for (const [key, values] of allowed) {
    const info = await store.head({ bucket, key });
    const text = info && (await readWhole(store, { bucket, key })).bytes.toString();
    expect(values, `${key} ${moment}`).to.include(text);
    found.set(key, text);
    if (text !== null && values.length === 1) expect(info?.contentType, `${key} ${moment}`).to.equal(contentType);
  }
  const objects = [...found.values()].filter((text) => text !== null).length;
  const listed = await keysIn(store, bucket);
  expect(
    listed.filter((key) => !key.startsWith('uploaded/')),
    moment,
  ).to.have.length(objects);
  const uploaded = (await keysIn(store, 'workspace')).filter((key) => key.startsWith('uploaded/'));
  const parts = await Promise.all((await engine.uploads(bucket, '')).map(({ uploadId }) => engine.parts(uploadId)));
  return { found, objects, parts: parts.flat().length, uploaded: uploaded.length };
};

/** Opens a store after a cut or a kill, and looks at everything that was asked for. Gives what is there. */
export const examineImage = async (
  image: string,
  bucket: string,
  allowed: AllowedContent,
  moment: string,
): Promise<FoundContent> => {
  const engine = await openEngineIn(image);
  let held: Awaited<ReturnType<typeof examineObjects>>;
  try {
    held = await examineObjects(engine, bucket, allowed, moment);
  } finally {
    await engine.close();
  }
  expect(await filesBelow(join(image, 'tmp')), moment).to.deep.equal([]);
  const byteFiles = held.parts + held.uploaded + (bucket === 'workspace' ? held.objects : 0);
  expect(await filesBelow(join(image, 'objects')), moment).to.have.length(byteFiles);
  const plainFiles = bucket === 'repository' ? held.objects : 0;
  expect(await filesBelow(plainRootOf(image)), moment).to.have.length(plainFiles);
  expect(await emptyFoldersBelow(plainRootOf(image)), moment).to.deep.equal([]);
  return held.found;
};
