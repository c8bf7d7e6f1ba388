import type { BagSource } from '../../../formats/bagit/bag-source.js';

/** The files of a bag by path. */
export type BagContent = Readonly<Record<string, string | Uint8Array>>;

/** A bag of these files, which gives them in small chunks. */
export const memoryBag = (files: BagContent): BagSource => ({
  async *list() {
    for (const [path, content] of Object.entries(files))
      yield await Promise.resolve({ path, size: Buffer.byteLength(content) });
  },
  async *open(path) {
    const bytes = Buffer.from(files[path] ?? '');
    for (let at = 0; at < bytes.length; at += 13) yield await Promise.resolve(bytes.subarray(at, at + 13));
  },
});
