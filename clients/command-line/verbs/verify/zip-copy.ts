import { open, type FileHandle } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { readZip, type ReadZip, type ZipBytes } from '../../../../formats/zip/read-zip.js';
import { archivedVersionIn } from './folder-copy.js';
import { payloadOf, type CopiedFile, type LocalCopy } from './local-copy.js';

const bytesOf = (file: FileHandle, size: number): ZipBytes => ({
  size,
  read: async (position, length) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
    return bytes.subarray(0, bytesRead);
  },
  stream: (start, end) => file.createReadStream({ start, end: end - 1, autoClose: false, highWaterMark: 512 * 1024 }),
});

async function* filesIn(zip: ReadZip): AsyncGenerator<CopiedFile> {
  for await (const { path, open: openEntry } of zip.entries())
    if (!path.endsWith('/')) yield { name: path, open: openEntry };
}

/** Where a bag lies in a zip, with its `bag-info.txt`; null where there is none. */
const findBag = async (zip: ReadZip): Promise<{ readonly root: string; readonly info: string } | null> => {
  let root: string | null = null;
  const infos = new Map<string, CopiedFile>();
  for await (const file of filesIn(zip)) {
    const [, above, name] = /^([^/]*\/)?([^/]*)$/.exec(file.name) ?? [];
    if (name === 'bagit.txt') root = above ?? '';
    if (name === 'bag-info.txt') infos.set(above ?? '', file);
  }
  if (root === null) return null;
  const info = await infos.get(root)?.open?.();
  return { root, info: info === undefined ? '' : (await buffer(info)).toString() };
};

/** A zip, or a bag in it. Rejects with ZipFault. */
export const zipCopy = async (path: string): Promise<LocalCopy> => {
  const file = await open(path, 'r');
  try {
    const zip = await readZip(bytesOf(file, (await file.stat()).size));
    const bag = await findBag(zip);
    const close = (): Promise<void> => file.close();
    if (bag === null) return { of: zip.comment === '' ? null : zip.comment, files: () => filesIn(zip), close };
    const { root, info } = bag;
    return { of: await archivedVersionIn(info), files: () => payloadOf(filesIn(zip), root), close };
  } catch (error) {
    await file.close();
    throw error;
  }
};
