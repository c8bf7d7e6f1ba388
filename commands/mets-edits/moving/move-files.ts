import { parentOf } from '../../../formats/paths/repository-path.js';
import { forEachConcurrently } from '../../../flow/concurrently.js';
import { refused, success, type Result } from '../../../flow/result.js';
import { refuse, written, type CommandResult, type Refusal } from '../../core/decider.js';
import type { Dependencies } from '../../core/dependencies.js';
import type { Intent } from '../../core/intent.js';
import { replaceChangeToken } from '../../workspace/change-token.js';
import { agentsOf, metsWork, orFailureRefusal } from '../../workspace/deposit-mets.js';
import { holdsAny } from '../../workspace/workspace-files.js';
import { putFolder } from '../../workspace/put-unless-there.js';
import { beginEdit, type Editable, type EditedItem, type EditRequest } from '../begin-edit.js';
import { deleteFiles, type Deletion } from '../delete-objects.js';
import { orRaceLost, saveEdit } from '../store-mets.js';
import { copyObjects } from './copy-objects.js';
import {
  CONCURRENT_REQUESTS,
  destinationRefusal,
  findMoves,
  MOVED_FROM,
  movedFrom,
  type FoundMove,
  type ObjectMove,
} from './look-up-moves.js';
import { wantedMoves, type Move } from './wanted-moves.js';

export interface MoveRequest extends EditRequest {
  /** Relative to the deposit, with or without slashes around them. */
  readonly moves: readonly Move[];
  /** Aborts when the command must stop copying and answer. */
  readonly until: AbortSignal;
}

/** What was moved, each by its new path, and the ETag of the METS afterwards; null without a METS. */
export interface MovedFiles {
  readonly items: readonly EditedItem[];
  readonly etag: string | null;
}

/**
 * Gives files and folders of a workspace, and their entries in the METS, other paths: all of them, or none. Everything is
 * checked first; then the objects are copied, the METS is written, and the objects before are deleted, so that the METS
 * never names what is not there. Each step is safe to repeat: a request that was broken off goes on when it is sent again.
 * Refused as other edits, with `moves-unfinished` when time runs out, and with `edit-item-not-found`. Rejects with
 * UnfinishedDelete where the store fails while objects are deleted, which then are at both paths.
 */
export const moveFiles = async (
  dependencies: Dependencies,
  given: Intent,
  request: MoveRequest,
): Promise<CommandResult<MovedFiles>> => {
  const begun = await beginEdit(dependencies, given, request, 'where-there');
  if (!begun.ok) return begun;
  const within = begun.value;
  const wanted = wantedMoves(within, request.moves);
  if (!wanted.ok) return wanted;
  const found = await findMoves(dependencies, within, wanted.value);
  if (!found.ok) return found;
  const moves = found.value;
  const described = await describeMoves(dependencies, within, moves);
  if (!described.ok) return described;
  if (within.earlier === null) {
    const refusal = notFound(moves, described.value.isIn) ?? (await destinationRefusal(dependencies, within, moves));
    if (refusal !== null) return refused(refusal);
    const copied = await copyAll(dependencies, within, moves, request.until);
    if (!copied.ok) return copied;
  }
  return finish(dependencies, within, moves, described.value);
};

const notFound = (moves: readonly FoundMove[], isIn: DescribedMoves['isIn']): Refusal | null => {
  const missing = moves.find(({ isDir }, index) => isDir === null && isIn[index] === null);
  return missing === undefined
    ? null
    : refuse('edit-item-not-found', `There is no file or folder at ${missing.from}; nothing was moved.`);
};

interface DescribedMoves {
  /** The METS to store; null where it does not change. */
  readonly bytes: Uint8Array | null;
  /** Of each move what the METS has: `file`, `folder`, or null for nothing. */
  readonly isIn: readonly Kind[];
  /** How many files and folders of the METS are moved. */
  readonly count: number;
}

/** The METS with the new paths; of a repeat the one that is stored. */
const describeMoves = async (
  dependencies: Dependencies,
  { stored, earlier }: Editable,
  moves: readonly FoundMove[],
): Promise<Result<DescribedMoves, Refusal>> => {
  if (stored === null) return success({ bytes: null, isIn: moves.map(() => null), count: 0 });
  const agents = agentsOf(dependencies);
  return orRaceLost<DescribedMoves>(async () => {
    if (earlier !== null) {
      const order = { agents, paths: moves.map(({ to }) => to) };
      const kinds = orFailureRefusal(await metsWork(dependencies)('kinds', stored.source, order));
      return kinds.ok ? success({ bytes: null, isIn: kinds.value.kinds, count: moves.length }) : kinds;
    }
    dependencies.prepareMets?.(moves.length);
    const edits = moves.map(({ from, to }) => ({ kind: 'move', from, to }) as const);
    const order = { agents, now: dependencies.now(), edits };
    const edited = orFailureRefusal(await metsWork(dependencies)('edit', stored.source, order));
    if (!edited.ok) return edited;
    const { bytes, outcomes } = edited.value;
    const isIn = outcomes.map((touched, index) => {
      const top = touched.find(({ path }) => path === moves[index]?.to) ?? touched[0];
      return top === undefined ? null : top.isDir || top.path !== moves[index]?.to ? 'folder' : 'file';
    });
    return success({ bytes, isIn, count: outcomes.reduce((sum, { length }) => sum + length, 0) });
  });
};

const objectsOf = (moves: readonly FoundMove[]): readonly ObjectMove[] => moves.flatMap(({ objects }) => objects);

const copyAll = async (
  dependencies: Dependencies,
  { deposit }: Editable,
  moves: readonly FoundMove[],
  until: AbortSignal,
): Promise<Result<null, Refusal>> => {
  try {
    return await copyObjects(dependencies, { deposit, objects: objectsOf(moves), until });
  } finally {
    await replaceChangeToken(dependencies, deposit.depositId);
  }
};

/** Stores the METS and deletes what was copied; the folders from which something was taken stay. */
const finish = async (
  dependencies: Dependencies,
  within: Editable,
  moves: readonly FoundMove[],
  { bytes, isIn, count }: DescribedMoves,
): Promise<CommandResult<MovedFiles>> => {
  const { deposit, stored, root, intent, earlier } = within;
  const edit = { bytes, recorded: count, removed: count };
  const saved =
    stored === null ? written(null, null) : await saveEdit(dependencies, intent, { deposit, stored, earlier }, edit);
  if (!saved.ok) return saved;
  const items = await copiedObjects(dependencies, within, moves);
  const folders = new Set(moves.flatMap(({ from, isDir }) => (isDir === null ? [] : (parentOf(from) ?? []))));
  folders.delete('');
  for (const folder of folders) await putFolder(dependencies.bytes, deposit.files, root + folder);
  await deleteFiles(dependencies, intent, { deposit, items, isRecorded: bytes !== null, mets: null });
  const answer: EditedItem[] = [];
  for (const [index, { to }] of moves.entries())
    answer.push(itemOf(to, await kindAt(dependencies, within, to), isIn[index] ?? null));
  return written({ items: answer, etag: saved.value?.etag ?? null }, saved.position);
};

type Kind = 'file' | 'folder' | null;

/** What the workspace has at a path: of a repeat nothing may be left at the path before. */
const kindAt = async ({ bytes }: Dependencies, { deposit, root }: Editable, path: string): Promise<Kind> => {
  const { bucket, prefix } = deposit.files;
  if ((await bytes.head({ bucket, key: prefix + root + path })) !== null) return 'file';
  return (await holdsAny(bytes, bucket, `${prefix}${root}${path}/`)) ? 'folder' : null;
};

const itemOf = (path: string, there: Kind, described: Kind): EditedItem => {
  const where = there === null ? 'Mets' : described === null ? 'Deposit' : 'Both';
  return { path, isDir: (there ?? described) === 'folder', where };
};

/** The objects that are as they were copied, and whose copies are there, deepest first. */
const copiedObjects = async (
  { bytes }: Dependencies,
  { deposit: { files }, root }: Editable,
  moves: readonly FoundMove[],
): Promise<Deletion['items']> => {
  const copied: Deletion['items'][number][] = [];
  await forEachConcurrently(objectsOf(moves), { width: CONCURRENT_REQUESTS }, async ({ source, to }) => {
    const [before, there] = await Promise.all([bytes.head(source), bytes.head({ bucket: source.bucket, key: to })]);
    if (before?.etag !== source.etag || there?.metadata[MOVED_FROM] !== movedFrom(source)) return;
    const key = source.key.slice(files.prefix.length);
    const path = key.slice(root.length).replace(/\/$/, '');
    copied.push({ path, key, isDir: key.endsWith('/') });
  });
  return copied.sort((a, b) => b.key.length - a.key.length);
};
