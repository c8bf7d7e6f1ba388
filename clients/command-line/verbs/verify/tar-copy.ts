import type { SeekableBytes } from '../../../../formats/archive-files/seekable-bytes.js';
import { readTar } from '../../../../formats/tar/read-tar.js';
import { copyOrBag } from './bag-in-copy.js';
import type { CopiedFile, LocalCopy } from './local-copy.js';

async function* filesIn(tar: SeekableBytes): AsyncGenerator<CopiedFile> {
  for await (const { path, kind, open } of readTar(tar))
    if (kind !== 'folder') yield { name: path, open: kind === 'file' ? () => Promise.resolve(open()) : null };
}

/** A tar, or a bag in it. Rejects with TarFault. */
export const tarCopy = async (bytes: SeekableBytes, close: LocalCopy['close']): Promise<LocalCopy> =>
  copyOrBag({ kind: 'version', of: null, files: () => filesIn(bytes), close });
