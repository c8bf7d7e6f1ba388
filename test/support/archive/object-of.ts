import { Readable } from 'node:stream';
import type { ObjectFile } from '../../../clients/archive/archive.js';
import type { ObjectEntry, ObjectReader } from '../../../formats/ocfl/object-reader.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import { sortByUtf8 } from '../../../formats/paths/utf8-order.js';
import { foreignFiles } from '../repository/foreign-object.js';
import type { PlainFile } from './listed-files.js';
import { listedGroup, type PlainVersion } from './listed-group.js';

const textOf = (content: string | PlainFile): string =>
  typeof content === 'string' ? content : Buffer.from(content.bytes).toString();

/** The OCFL object of a group with these versions up to a version, by path below its root. Its files must be text. */
export const objectOf = (
  path: string,
  versions: readonly PlainVersion[],
  version: number,
): ReadonlyMap<string, string> => {
  const made = listedGroup({ versions }).versions;
  const algorithm = made[0]?.files[0]?.digest.algorithm ?? 'sha256';
  return foreignFiles({
    ...{ id: ocflId(path), algorithm },
    versions: versions.slice(0, version).map(({ files }, index) => ({
      created: made[index]?.made ?? '',
      user: 'ada',
      files: Object.fromEntries(Object.entries(files).map(([stored, content]) => [stored, textOf(content)])),
    })),
  });
};

/** Its files as an archive lists them. */
export const objectFilesOf = (...of: Parameters<typeof objectOf>): ObjectFile[] =>
  sortByUtf8(
    Array.from(objectOf(...of), ([stored, text]) => ({ stored, size: Buffer.byteLength(text) })),
    ({ stored }) => stored,
  );

/** An object that is held in memory, for the validator. */
export const memoryObject = (files: ReadonlyMap<string, Uint8Array>): ObjectReader => ({
  entries: () => Readable.from([...files.keys()].map((path): ObjectEntry => ({ path, kind: 'file' }))),
  open: (path) => Readable.from([files.get(path) ?? Buffer.alloc(0)], { objectMode: false }),
});
