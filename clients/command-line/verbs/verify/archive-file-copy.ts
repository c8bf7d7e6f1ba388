import { open } from 'node:fs/promises';
import { beginsTar } from '../../../../formats/tar/read-header.js';
import type { LocalCopy } from './local-copy.js';
import { seekableFile } from './seekable-file.js';
import { tarCopy } from './tar-copy.js';
import { zipCopy } from './zip-copy.js';

/** How files begin that have to be unpacked first. */
const COMPRESSED: readonly (readonly [name: string, beginning: Buffer])[] = [
  ['gzip', Buffer.from([0x1f, 0x8b])],
  ['bzip2', Buffer.from('BZh')],
  ['xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])],
  ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ['7-Zip', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])],
];

/** A file that has to be unpacked before it can be compared. */
export class CompressedFile extends Error {
  override name = 'CompressedFile';
}

const HEADER = 512;

/** A zip or a tar. Rejects with ZipFault, TarFault or CompressedFile, and with what the system says. */
export const archiveFileCopy = async (path: string): Promise<LocalCopy> => {
  const file = await open(path, 'r');
  try {
    const bytes = await seekableFile(file);
    const beginning = await bytes.read(0, HEADER);
    const packed = COMPRESSED.find(([, start]) => beginning.subarray(0, start.length).equals(start));
    if (packed !== undefined) throw new CompressedFile(`It is compressed by ${packed[0]}: unpack it first.`);
    const close = (): Promise<void> => file.close();
    return await (beginsTar(beginning) ? tarCopy(bytes, close) : zipCopy(bytes, close));
  } catch (error) {
    await file.close();
    throw error;
  }
};
