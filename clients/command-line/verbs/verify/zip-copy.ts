import type { SeekableBytes } from '../../../../formats/archive-files/seekable-bytes.js';
import { readZip, type ReadZip } from '../../../../formats/zip/read-zip.js';
import { copyOrBag } from './bag-in-copy.js';
import type { CopiedFile, LocalCopy } from './local-copy.js';

async function* filesIn(zip: ReadZip): AsyncGenerator<CopiedFile> {
  for await (const { path, open } of zip.entries()) if (!path.endsWith('/')) yield { name: path, open };
}

/** A zip, or a bag in it. Rejects with ZipFault. */
export const zipCopy = async (bytes: SeekableBytes, close: LocalCopy['close']): Promise<LocalCopy> => {
  const zip = await readZip(bytes);
  const of = zip.comment === '' ? null : zip.comment;
  return copyOrBag({ kind: 'version', of, files: () => filesIn(zip), close });
};
