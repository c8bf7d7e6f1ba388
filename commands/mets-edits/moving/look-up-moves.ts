import type { ListedObject, ObjectInfo } from '../../../formats/bytes.js';
import { uuidV5 } from '../../../events/ids.js';
import { ancestorsOf } from '../../../formats/paths/repository-path.js';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import { refused, success, type Result } from '../../../flow/result.js';
import type { Refusal } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import { namedAsFolder } from '../../workspace/workspace-object.js';
import type { Editable } from '../begin-edit.js';
import { impossible, type Move } from './wanted-moves.js';

/** User metadata of an object that was moved: of which object, in which version, it is a copy. */
export const MOVED_FROM = 'moved-from';

/** The value of `MOVED_FROM` for the object at a key, of any version: its beginning. */
const sourceMark = (key: string): string => `${uuidV5(key)}:`;

/** The value of `MOVED_FROM` for one version of an object. */
export const movedFrom = ({ key, etag }: Pick<ListedObject, 'key' | 'etag'>): string => sourceMark(key) + etag;

/** An object to be moved; `from` and `to` are whole keys. */
export interface ObjectMove {
  readonly source: ListedObject;
  readonly to: string;
}

/** A move, and what the workspace has of it now. */
export interface FoundMove extends Move {
  /** False for a file, true for a folder, null for what the workspace has no more. */
  readonly isDir: boolean | null;
  readonly objects: readonly ObjectMove[];
}

/** How many requests are sent at once: a distant store takes some milliseconds for each. */
export const CONCURRENT_REQUESTS = 16;

/** How many files all moves of a request may have. */
const MOST_FILES = 10_000;

/** Lists what is to be moved; refused for too many files. */
export const findMoves = async (
  dependencies: Dependencies,
  within: Editable,
  moves: readonly Move[],
): Promise<Result<readonly FoundMove[], Refusal>> => {
  const found: FoundMove[] = [];
  let count = 0;
  for (const move of moves) {
    const each = await findMove(dependencies, within, move);
    if (!each.ok) return each;
    found.push(each.value);
    count += each.value.objects.length;
    if (count > MOST_FILES) return refused(impossible(`At most ${MOST_FILES} files can be moved at once.`));
  }
  return success(found);
};

const findMove = async (
  { bytes }: Dependencies,
  { deposit: { files }, root, earlier }: Editable,
  move: Move,
): Promise<Result<FoundMove, Refusal>> => {
  const base = files.prefix + root;
  const isOurs = ({ lastModified }: ListedObject): boolean => earlier === null || lastModified <= earlier.at;
  const file = await bytes.head({ bucket: files.bucket, key: base + move.from });
  if (file !== null && isOurs(file))
    return success({ ...move, isDir: false, objects: [{ source: file, to: base + move.to }] });
  const objects: ObjectMove[] = [];
  for await (const source of bytes.list(files.bucket, `${base}${move.from}/`)) {
    const hidden = namedAsFolder([{ path: source.key.slice(files.prefix.length), size: source.size }]);
    if (hidden !== null) return refused(hidden);
    if (isOurs(source)) objects.push({ source, to: base + move.to + source.key.slice(base.length + move.from.length) });
    if (objects.length > MOST_FILES) break;
  }
  return success({ ...move, isDir: objects.length === 0 ? null : true, objects });
};

/**
 * Refuses a destination below a file, and one at which there is anything but what an earlier attempt has put there: what
 * is there is never overwritten.
 */
export const destinationRefusal = async (
  dependencies: Dependencies,
  { deposit: { files }, root }: Editable,
  moves: readonly FoundMove[],
): Promise<Refusal | null> => {
  const { bytes } = dependencies;
  const { bucket } = files;
  const base = files.prefix + root;
  const folders = new Set(moves.flatMap(({ to }) => ancestorsOf(to)));
  const refusals: Refusal[] = [];
  await forEachConcurrently(folders, { width: CONCURRENT_REQUESTS }, async (path) => {
    const info = await bytes.head({ bucket, key: base + path });
    if (info !== null) refusals.push(impossible(`${path} is a file, so that nothing can be moved into it.`));
  });
  await forEachConcurrently(moves, { width: CONCURRENT_REQUESTS }, async (move) => {
    const other = await otherThanCopy(dependencies, { bucket, base }, move);
    if (other !== null)
      refusals.push(impossible(`There is something at ${other.slice(base.length)} already; nothing was moved.`));
  });
  return refusals[0] ?? null;
};

/** The key of an object at or below the destination of a move that is no copy of what is to be moved; null without one. */
const otherThanCopy = async (
  { bytes }: Dependencies,
  { bucket, base }: { readonly bucket: string; readonly base: string },
  { from, to }: Move,
): Promise<string | null> => {
  const isOther = (found: ObjectInfo): boolean =>
    found.metadata[MOVED_FROM]?.startsWith(sourceMark(base + from + found.key.slice((base + to).length))) !== true;
  const file = await bytes.head({ bucket, key: base + to });
  if (file !== null && isOther(file)) return file.key;
  for await (const { key } of bytes.list(bucket, `${base}${to}/`)) {
    const found = await bytes.head({ bucket, key });
    if (found !== null && isOther(found)) return key;
  }
  return null;
};
