import { ARCHIVED_VERSION } from '../../../../formats/bagit/bag-of-version.js';
import { bagInfoElements } from '../../../../formats/bagit/bag-info.js';
import type { CopiedFile, LocalCopy } from './local-copy.js';

/** More of a `bag-info.txt` is not read: what it is asked for is one line. */
const MOST_BYTES = 1 << 20;

/** The first bytes of a file. */
const beginningOf = async ({ open }: CopiedFile): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (await open?.()) ?? []) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes >= MOST_BYTES) break;
  }
  return Buffer.concat(pieces).toString();
};

/** What the `bag-info.txt` of a bag says that it is; null where it says nothing. */
const archivedVersionIn = async (bagInfo: string): Promise<string | null> => {
  const lines = async function* (): AsyncGenerator<readonly string[]> {
    yield await Promise.resolve(bagInfo.split(/\r\n|\r|\n/));
  };
  for await (const [label, value] of bagInfoElements(lines(), false, () => undefined))
    if (label === ARCHIVED_VERSION) return value;
  return null;
};

/** Only the payload of a bag; `root` is where it lies in the copy. */
async function* payloadOf(files: AsyncIterable<CopiedFile>, root: string): AsyncGenerator<CopiedFile> {
  for await (const file of files)
    if (file.name.startsWith(`${root}data/`)) yield { ...file, name: file.name.slice(`${root}data/`.length) };
}

/** Where a bag lies in a copy: in its root or in a folder of it; null where there is none. */
const rootOfBag = async (files: AsyncIterable<CopiedFile>): Promise<string | null> => {
  for await (const { name } of files) {
    const [, above = ''] = /^([^/]*\/)?bagit\.txt$/.exec(name) ?? [null];
    if (name === `${above}bagit.txt`) return above;
  }
  return null;
};

/** The bag at a place in a copy. */
export const bagCopy = async (
  { files, close }: Pick<LocalCopy, 'files' | 'close'>,
  root: string,
): Promise<LocalCopy> => {
  let info = '';
  for await (const file of files()) {
    if (file.name !== `${root}bag-info.txt`) continue;
    info = await beginningOf(file);
    break;
  }
  return { kind: 'version', of: await archivedVersionIn(info), files: () => payloadOf(files(), root), close };
};

/** A zip or a tar, which may have a bag in it. */
export const copyOrBag = async (copy: LocalCopy): Promise<LocalCopy> => {
  const root = await rootOfBag(copy.files());
  return root === null ? copy : bagCopy(copy, root);
};
