import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { ARCHIVED_VERSION } from '../../../../formats/bagit/bag-of-version.js';
import { bagInfoElements } from '../../../../formats/bagit/bag-info.js';
import { compareUtf8 } from '../../../../formats/paths/utf8-order.js';
import { nodeDisk } from '../../folder/folder-inspection.js';
import { readRenamedList, renamedListPath } from '../restore/renamed-list.js';
import { payloadOf, type CopiedFile, type LocalCopy } from './local-copy.js';

/** Bytes that are read at once. */
const PIECE = 512 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a name; one that is not UTF-8 is of no preserved file. */
const textOf = (name: Buffer): string => {
  try {
    return utf8.decode(name);
  } catch {
    return name.toString('latin1');
  }
};

async function* filesBelow(folder: string, prefix: string): AsyncGenerator<CopiedFile> {
  const entries = (await nodeDisk.entries(folder)).map(({ name, kind }) => ({ name: textOf(name), kind }));
  for (const { name, kind } of entries.sort((a, b) => compareUtf8(a.name, b.name))) {
    const path = `${folder}/${name}`;
    if (kind === 'folder') yield* filesBelow(path, `${prefix}${name}/`);
    else if (kind === 'file')
      yield {
        name: prefix + name,
        open: () => Promise.resolve(createReadStream(path, { highWaterMark: PIECE })),
      };
    else yield { name: prefix + name, open: null };
  }
}

/** The files under the names that they are preserved under. */
async function* withPreservedNames(
  files: AsyncIterable<CopiedFile>,
  names: ReadonlyMap<string, string>,
): AsyncGenerator<CopiedFile> {
  for await (const file of files) yield { ...file, name: names.get(file.name) ?? file.name };
}

const renamedIn = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  const list = renamedListPath(folder);
  return existsSync(list) ? readRenamedList(await readFile(list, 'utf8')) : new Map<string, string>();
};

/** What the `bag-info.txt` of a bag says that it is; null where it says nothing. */
export const archivedVersionIn = async (bagInfo: string): Promise<string | null> => {
  const lines = async function* (): AsyncGenerator<readonly string[]> {
    yield await Promise.resolve(bagInfo.split(/\r\n|\r|\n/));
  };
  for await (const [label, value] of bagInfoElements(lines(), false, () => undefined))
    if (label === ARCHIVED_VERSION) return value;
  return null;
};

const isBag = (folder: string): boolean => existsSync(`${folder}/bagit.txt`) && existsSync(`${folder}/data`);

/** A folder, or a bag in it. */
export const folderCopy = async (folder: string): Promise<LocalCopy> => {
  const close = (): Promise<void> => Promise.resolve();
  if (isBag(folder)) {
    const info = await readFile(`${folder}/bag-info.txt`, 'utf8').catch(() => '');
    return { of: await archivedVersionIn(info), files: () => payloadOf(filesBelow(folder, ''), ''), close };
  }
  const names = await renamedIn(folder);
  return { of: null, files: () => withPreservedNames(filesBelow(folder, ''), names), close };
};
