import { createReadStream, existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { groupOf } from '../../../../formats/ocfl/storage-root/object-id.js';
import { versionNumber } from '../../../../formats/ocfl/version-name.js';
import { compareUtf8 } from '../../../../formats/paths/utf8-order.js';
import { nodeDisk } from '../../folder/folder-inspection.js';
import { readRenamedList, renamedListPath } from '../restore/renamed-list.js';
import { typedPathText } from '../../program/archive-path.js';
import { bagCopy } from './bag-in-copy.js';
import type { CopiedFile, LocalCopy } from './local-copy.js';

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

const isBag = (folder: string): boolean => existsSync(`${folder}/bagit.txt`) && existsSync(`${folder}/data`);

/** What the inventory of an OCFL object says that it is, by its id and head; null where it says nothing that is known. */
const objectVersionIn = async (folder: string): Promise<string | null> => {
  const { parseInventoryChunks } = await import('../../../../formats/ocfl/inventory/parse-inventory.js');
  const file = createReadStream(`${folder}/inventory.json`, { highWaterMark: PIECE });
  const { inventory } = await parseInventoryChunks(file as AsyncIterable<Buffer>).catch(() => ({ inventory: null }));
  if (inventory === null) return null;
  const group = groupOf(inventory.id);
  const version = versionNumber(inventory.head);
  return group === null || version === null ? null : typedPathText(group, version);
};

const isObject = async (folder: string): Promise<boolean> =>
  existsSync(`${folder}/inventory.json`) && (await readdir(folder)).some((name) => name.startsWith('0=ocfl_object_'));

/** A folder, or the bag or the OCFL object that it is. */
export const folderCopy = async (folder: string): Promise<LocalCopy> => {
  const close = (): Promise<void> => Promise.resolve();
  const files = (): AsyncIterable<CopiedFile> => filesBelow(folder, '');
  if (isBag(folder)) return bagCopy({ files, close }, '');
  if (await isObject(folder)) return { kind: 'object', of: await objectVersionIn(folder), files, close };
  const names = await renamedIn(folder);
  return { kind: 'version', of: null, files: () => withPreservedNames(files(), names), close };
};
