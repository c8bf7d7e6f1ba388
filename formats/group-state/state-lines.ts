import { createHash } from 'node:crypto';
import { sortSliced } from '../paths/utf8-order.js';
import { eachSliced, type Sliced } from '../../flow/slices.js';
import type { GroupState } from './group-state.js';
import { endOfText } from '../json/json-builder.js';
import { lastLine, LINE_FEED, lineBlocks, lineEnd } from '../json/line-blocks.js';
import { mergeLines, type LineEdit, type LineForm } from '../json/merge-lines.js';
import type { PlanEntry } from './plan.js';
import { recordAt, recordLine, stateCollector, stateHeading } from './state-file.js';

/** A path of which a state file may have a line, or a folder of which all lines below it are wanted. */
interface Wanted {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Part of a state file that this platform wrote. */
export interface StatePart {
  /**
   * The group as far as a plan is concerned with it: what it is about, what that is in, and what is in it when it goes.
   */
  readonly state: GroupState;
  /** Digest of the whole file, lower-case hex. */
  readonly sha256: string;
}

/** What must be known of a group for `applyPlan` to come to the same end as with all of it; in the order of the file. */
export function* wantedBy(entries: readonly Pick<PlanEntry, 'op' | 'path'>[]): Sliced<readonly Wanted[]> {
  const paths = new Set<string>();
  const ancestors = new Set<string>();
  const folders = new Set<string>();
  yield* eachSliced(entries, ({ op, path }) => {
    paths.add(path);
    if (op === 'delete-container') folders.add(path);
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const ancestor = path.slice(0, slash);
      if (ancestors.has(ancestor)) break;
      ancestors.add(ancestor);
      paths.add(ancestor);
    }
  });
  const wanted: Wanted[] = [];
  yield* eachSliced(paths, (path) => wanted.push({ path, isFolder: false }));
  yield* eachSliced(folders, (path) => wanted.push({ path, isFolder: true }));
  return yield* sortSliced(wanted, firstKey);
}

const firstKey = ({ path, isFolder }: Wanted): string => (isFolder ? `${path}/` : path);

/**
 * Reads a state file through for the lines that are wanted; the others are only digested. Null when it is not in the form
 * in which this platform writes it. Rejects with OcflFault (`state-file-invalid`).
 */
export const readStatePart = async (
  chunks: AsyncIterable<Uint8Array>,
  wanted: readonly Wanted[],
): Promise<StatePart | null> => {
  const hash = createHash('sha256');
  const part = stateCollector();
  const sieve = sieveOf(wanted);
  let isOwn = true;
  let begun = false;
  for await (const block of lineBlocks(chunks)) {
    hash.update(block);
    const start = begun ? 0 : lineEnd(block, 0) + 1;
    if (!begun) part.take(block.toString('utf8', 0, start - 1));
    begun = true;
    if (isOwn && start < block.length) isOwn = takeWanted(block, start, sieve, part.take);
  }
  return isOwn ? { state: part.end(), sha256: hash.digest('hex') } : null;
};

/** Answers whether all lines that it has looked at are of our own form. */
const takeWanted = (block: Buffer, start: number, sieve: Sieve, take: (line: string) => void): boolean => {
  const last = pathAt(block, lastLine(block));
  if (last === null) return false;
  for (let at = start; at < block.length && !sieve.isBehind(last);) {
    const path = pathAt(block, at);
    if (path === null) return false;
    const end = lineEnd(block, at);
    if (sieve.holds(path)) take(block.toString('utf8', at, end));
    at = end + 1;
  }
  return true;
};

/** Holds back the paths that are wanted out of all, which are asked for in the order of their bytes. */
interface Sieve {
  /** Whether all that is still wanted comes after a path. */
  readonly isBehind: (path: Buffer) => boolean;
  readonly holds: (path: Buffer) => boolean;
}

const sieveOf = (wanted: readonly Wanted[]): Sieve => {
  const coming = wanted[Symbol.iterator]();
  const after = (): { readonly key: Buffer; readonly isFolder: boolean } | null => {
    const { done, value } = coming.next();
    return done === true ? null : { key: Buffer.from(firstKey(value)), isFolder: value.isFolder };
  };
  let next = after();
  return {
    isBehind: (path) => next === null || path.compare(next.key) < 0,
    holds(path) {
      for (; next !== null; next = after()) {
        const order = path.compare(next.key);
        if (order < 0) return false;
        if (order === 0 || (next.isFolder && path.subarray(0, next.key.length).equals(next.key))) return true;
      }
      return false;
    },
  };
};

const BEGINNING = '{"path":"';
const BACKSLASH = 0x5c;

/** The bytes of the path in the line that begins at `start`; null when it does not begin as lines of our own do. */
const pathAt = (block: Buffer, start: number): Buffer | null => {
  const from = start + BEGINNING.length;
  if (block.toString('latin1', start, from) !== BEGINNING) return null;
  const end = endOfText(block, from - 1);
  if (end === -1) return null;
  const path = block.subarray(from, end);
  return path.includes(BACKSLASH) ? Buffer.from(JSON.parse(block.toString('utf8', from - 1, end + 1)) as string) : path;
};

const FORM: LineForm = { separator: '\n', keyAt: (block, start) => pathAt(block, start) ?? Buffer.alloc(0) };

/** What becomes of lines when a part of a group changes; the records of what stays are the same in both states. */
export function* stateEdits(before: GroupState, after: GroupState): Sliced<readonly string[]> {
  const changed = new Set<string>();
  const compare = (path: string): void => {
    if (recordAt(before, path) !== recordAt(after, path)) changed.add(path);
  };
  for (const { containers, binaries, tombstones } of [before, after])
    for (const records of [containers, binaries, tombstones]) yield* eachSliced(records.keys(), compare);
  return yield* sortSliced([...changed], (path) => path);
}

/**
 * The bytes of the state file after a change, in which the lines of the paths that `stateEdits` names are new and all
 * others stand as in `chunks`: the very bytes that `renderState` gives for the whole group.
 */
export async function* extendState(
  chunks: AsyncIterable<Uint8Array>,
  changed: readonly string[],
  after: GroupState,
): AsyncGenerator<Buffer> {
  let end: Buffer = Buffer.from(stateHeading(after.name));
  for await (const piece of mergeLines(behindFirstLine(chunks), editsOf(changed, after), FORM)) {
    if (end.length > 1) yield end;
    end = Buffer.from('\n');
    yield piece;
  }
  yield end;
}

function* editsOf(changed: readonly string[], after: GroupState): Generator<LineEdit> {
  for (const path of changed) {
    const record = recordAt(after, path);
    yield { key: Buffer.from(path), line: () => (record === null ? null : recordLine(record)) };
  }
}

async function* behindFirstLine(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isBehind = false;
  for await (const chunk of chunks) {
    const end: number = isBehind ? -1 : chunk.indexOf(LINE_FEED);
    if (isBehind || end !== -1) yield chunk.subarray(end + 1);
    isBehind ||= end !== -1;
  }
}
