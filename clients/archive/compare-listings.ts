import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import type { ArchivedFile, Counts } from './archive.js';

/** What of a file is compared. */
export type ComparedFile = Pick<ArchivedFile, 'stored' | 'size' | 'digest'>;

/** A file that two listings do not have alike; names are below the compared folders. */
export interface ListedChange<File extends ComparedFile = ComparedFile> {
  readonly kind: keyof Counts;
  /** Of a deleted file its last name. */
  readonly name: string;
  /** The former name of a renamed file; null otherwise. */
  readonly from: string | null;
  /** Null where it was deleted. */
  readonly after: File | null;
  /** Null where it was added. */
  readonly before: File | null;
}

export interface ListedChanges<File extends ComparedFile = ComparedFile> {
  /** Those added, changed, renamed, deleted, in this order; each kind by name. */
  readonly changes: readonly ListedChange<File>[];
  readonly counts: Counts;
  readonly same: number;
}

/** A listing in the order of UTF-8 bytes of its names. */
export interface Listing<File extends ComparedFile> {
  readonly files: AsyncIterable<File>;
  /** The name under which a file is compared. */
  readonly nameOf: (file: File) => string;
}

interface Pair<File> {
  readonly name: string;
  readonly before: File | null;
  readonly after: File | null;
}

/** A listing that is read one file at a time. */
interface Reader<File> {
  /** The next file with its name; null at the end. */
  current: { readonly name: string; readonly file: File } | null;
  readonly advance: () => Promise<void>;
  readonly end: () => Promise<unknown>;
}

const readerOf = <File extends ComparedFile>({ files, nameOf }: Listing<File>): Reader<File> => {
  const iterator = files[Symbol.asyncIterator]();
  const reader: Reader<File> = {
    current: null,
    advance: async () => {
      const next = await iterator.next();
      reader.current = next.done === true ? null : { name: nameOf(next.value), file: next.value };
    },
    end: async () => iterator.return?.(),
  };
  return reader;
};

/** Which of two readers has the first name: below 0 the one, above 0 the other, 0 both. */
const order = <File>({ current: one }: Reader<File>, { current: other }: Reader<File>): number => {
  if (one === null) return other === null ? 0 : 1;
  return other === null ? -1 : compareUtf8(one.name, other.name);
};

/** The file of a reader, which goes on to the next one; null, and no step, where it is not its turn. */
const taken = async <File>(reader: Reader<File>, isItsTurn: boolean): Promise<File | null> => {
  const { current } = reader;
  if (current === null || !isItsTurn) return null;
  await reader.advance();
  return current.file;
};

/** The files of both listings, those of one name together. */
async function* paired<File extends ComparedFile>(
  before: Listing<File>,
  after: Listing<File>,
): AsyncGenerator<Pair<File>> {
  const readers = [readerOf(before), readerOf(after)] as const;
  const [old, next] = readers;
  try {
    await Promise.all([old.advance(), next.advance()]);
    while (old.current !== null || next.current !== null) {
      const first = order(old, next);
      const name = (first < 0 ? old : next).current?.name ?? '';
      yield { name, before: await taken(old, first <= 0), after: await taken(next, first >= 0) };
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.end()));
  }
}

const keyOf = ({ digest, size }: ComparedFile): string => `${digest.algorithm}:${digest.value}:${size}`;

/** Whether two files have the same bytes. */
const isSame = (one: ComparedFile, other: ComparedFile): boolean => keyOf(one) === keyOf(other);

type Gone<File> = Pair<File> & { readonly before: File };
type Come<File> = Pair<File> & { readonly after: File };

/** Pairs each file that came with the first one that went and had the same bytes. */
const renames = <File extends ComparedFile>(
  come: readonly Come<File>[],
  gone: readonly Gone<File>[],
): ListedChange<File>[] => {
  const byKey = new Map<string, Gone<File>[]>();
  for (const each of gone.toReversed()) {
    const key = keyOf(each.before);
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [each]);
    else same.push(each);
  }
  return come.flatMap(({ name, after }) => {
    const from = byKey.get(keyOf(after))?.pop();
    return from === undefined ? [] : [{ kind: 'renamed', name, from: from.name, after, before: from.before }];
  });
};

/**
 * Compares two listings while they are read; only what differs is kept. A file that came with the bytes of one that went
 * is renamed.
 */
export const compareListings = async <File extends ComparedFile>(
  before: Listing<File>,
  after: Listing<File>,
): Promise<ListedChanges<File>> => {
  const come: Come<File>[] = [];
  const gone: Gone<File>[] = [];
  const changed: ListedChange<File>[] = [];
  let same = 0;
  for await (const pair of paired(before, after)) {
    const { name, before: old, after: now } = pair;
    if (now === null) {
      if (old !== null) gone.push({ ...pair, before: old });
    } else if (old === null) come.push({ ...pair, after: now });
    else if (isSame(old, now)) same += 1;
    else changed.push({ kind: 'changed', name, from: null, after: now, before: old });
  }
  const renamed = renames(come, gone);
  const to = new Set(renamed.map(({ name }) => name));
  const from = new Set(renamed.map((each) => each.from));
  const added = come.filter(({ name }) => !to.has(name));
  const deleted = gone.filter(({ name }) => !from.has(name));
  const changes: ListedChange<File>[] = [
    ...added.map((each) => ({ kind: 'added' as const, from: null, ...each })),
    ...changed,
    ...renamed,
    ...deleted.map((each) => ({ kind: 'deleted' as const, from: null, ...each })),
  ];
  const counts = {
    added: added.length,
    changed: changed.length,
    renamed: renamed.length,
    deleted: deleted.length,
  };
  return { changes, counts, same };
};
