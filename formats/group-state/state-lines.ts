import { createHash } from 'node:crypto';
import { sortByUtf8 } from '../paths/utf8-order.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';
import type { GroupState } from './group-state.js';
import { endOfText } from '../json/json-builder.js';
import { lastLine, LINE_FEED, lineBlocks, lineEnd } from '../json/line-blocks.js';
import { mergeLines, type LineEdit, type LineForm } from '../json/merge-lines.js';
import type { PlanEntry } from './plan.js';
import { recordAt, recordLine, stateCollector, stateHeading } from './state-file.js';

/** A path whose line is wanted, or a folder of which all lines below it are. */
interface WantedLine {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Part of a state file that this platform wrote. */
export interface StatePart {
  /** The resources that a plan names, their ancestors, and the content of containers that it deletes. */
  readonly state: GroupState;
  /** Digest of the whole file, lower-case hex. */
  readonly sha256: string;
}

/** The lines that `applyPlan` needs to give the same result as with the whole group; in the order of the file. */
export function* wantedBy(entries: readonly Pick<PlanEntry, 'op' | 'path'>[]): SlicedWork<readonly WantedLine[]> {
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
  const wanted: WantedLine[] = [];
  yield* eachSliced(paths, (path) => wanted.push({ path, isFolder: false }));
  yield* eachSliced(folders, (path) => wanted.push({ path, isFolder: true }));
  return sortByUtf8(wanted, firstKey);
}

const firstKey = ({ path, isFolder }: WantedLine): string => (isFolder ? `${path}/` : path);

/**
 * Reads the wanted lines of a state file; the others are only digested. Null when the file is not in the form that this
 * platform writes. Rejects with OcflFault (`state-file-invalid`).
 */
export const readStatePart = async (
  chunks: AsyncIterable<Uint8Array>,
  wanted: readonly WantedLine[],
): Promise<StatePart | null> => {
  const hash = createHash('sha256');
  const part = stateCollector();
  const sieve = pathFilter(wanted);
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

/** Takes the wanted lines of a block. False where a line that it reads is not in our own form. */
const takeWanted = (block: Buffer, start: number, sieve: PathFilter, take: (line: string) => void): boolean => {
  const last = pathAt(block, lastLine(block));
  if (last === null) return false;
  for (let at = start; at < block.length && !sieve.hasNoneUpTo(last);) {
    const path = pathAt(block, at);
    if (path === null) return false;
    const end = lineEnd(block, at);
    if (sieve.holds(path)) take(block.toString('utf8', at, end));
    at = end + 1;
  }
  return true;
};

/** Picks the wanted paths; it must be asked in the order of the paths' bytes. */
interface PathFilter {
  /** Whether no remaining wanted path comes before or at this one. */
  readonly hasNoneUpTo: (path: Buffer) => boolean;
  readonly holds: (path: Buffer) => boolean;
}

const pathFilter = (wanted: readonly WantedLine[]): PathFilter => {
  const coming = wanted[Symbol.iterator]();
  const after = (): { readonly key: Buffer; readonly isFolder: boolean } | null => {
    const { done, value } = coming.next();
    return done === true ? null : { key: Buffer.from(firstKey(value)), isFolder: value.isFolder };
  };
  let next = after();
  return {
    hasNoneUpTo: (path) => next === null || path.compare(next.key) < 0,
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

/** The bytes of the path in the line that begins at `start`; null when the line is not in our own form. */
const pathAt = (block: Buffer, start: number): Buffer | null => {
  const from = start + BEGINNING.length;
  if (block.toString('latin1', start, from) !== BEGINNING) return null;
  const end = endOfText(block, from - 1);
  if (end === -1) return null;
  const path = block.subarray(from, end);
  return path.includes(BACKSLASH) ? Buffer.from(JSON.parse(block.toString('utf8', from - 1, end + 1)) as string) : path;
};

const FORM: LineForm = { separator: '\n', keyAt: (block, start) => pathAt(block, start) ?? Buffer.alloc(0) };

/** The paths whose lines change between two states; unchanged resources must be the same object in both. */
export function* stateEdits(before: GroupState, after: GroupState): SlicedWork<readonly string[]> {
  const changed = new Set<string>();
  const compare = (path: string): void => {
    if (recordAt(before, path) !== recordAt(after, path)) changed.add(path);
  };
  for (const { containers, binaries, tombstones } of [before, after])
    for (const records of [containers, binaries, tombstones]) yield* eachSliced(records.keys(), compare);
  return sortByUtf8([...changed], (path) => path);
}

/**
 * The bytes of the state file after a change: new lines for the paths that `stateEdits` names, all others copied from
 * `chunks`. They equal what `renderState` gives for the whole group.
 */
export async function* extendState(
  chunks: AsyncIterable<Uint8Array>,
  changed: readonly string[],
  after: GroupState,
): AsyncGenerator<Buffer> {
  let end: Buffer = Buffer.from(stateHeading(after.name));
  for await (const piece of mergeLines(afterFirstLine(chunks), editsOf(changed, after), FORM)) {
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

async function* afterFirstLine(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isBehind = false;
  for await (const chunk of chunks) {
    const end: number = isBehind ? -1 : chunk.indexOf(LINE_FEED);
    if (isBehind || end !== -1) yield chunk.subarray(end + 1);
    isBehind ||= end !== -1;
  }
}
