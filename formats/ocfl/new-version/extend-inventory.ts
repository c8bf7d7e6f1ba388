import { contentFolder } from './content-path.js';
import { compareUtf8, sortByUtf8 } from '../../paths/utf8-order.js';
import type { ByteRange, OwnInventory } from '../inventory/own-inventory.js';
import { mergeLines, type LineEdit, type LineForm } from '../../json/merge-lines.js';
import { newContent, putsByDigest, type ContentFile, type VersionChange } from './next-version.js';
import { OcflFault } from '../ocfl-fault.js';
import { versionName, versionNumber, type VersionName } from '../version-name.js';
import {
  digestLine,
  inventoryHeading,
  MANIFEST_INDENT,
  STATE_INDENT,
  versionHeading,
} from '../inventory/write-inventory.js';
import { eachSliced, type SlicedWork } from '../../../flow/slices.js';

export interface ExtendedInventory {
  readonly version: VersionName;
  /** As in `NextVersion`. */
  readonly folder: string;
  /** As in `NextVersion`. */
  readonly content: readonly ContentFile[];
  /** The bytes of the new inventory; `read` gives ranges of the old one. May be called again. */
  readonly chunks: (read: (stretch: ByteRange) => AsyncIterable<Uint8Array>) => AsyncGenerator<Buffer>;
}

/**
 * A new version of an object with the same bytes as from `nextVersion`, made by copying the lines of the previous
 * inventory. `before` gives the digest of a file of the head version. Throws
 * OcflFault (`object-unsupported`) and RangeError as `nextVersion` does.
 */
export function* extendInventory(
  base: OwnInventory,
  change: VersionChange,
  before: (path: string) => string | null,
): SlicedWork<ExtendedInventory> {
  const number = versionNumber(base.head) ?? 0;
  if (base.id !== change.objectId || base.head !== versionName(number))
    throw new OcflFault('object-unsupported', `The object is ${base.head} of ${base.id}, not of ${change.objectId}.`);
  const version = versionName(number + 1);
  const { manifest, state, versionsEnd } = base.ranges;
  const { objectRoot, jobToken } = change;
  const place = { version, directory: base.contentDirectory ?? 'content', jobToken, objectRoot };
  const puts = yield* putsByDigest(change.puts);
  const content = yield* newContent(puts, (digest) => base.manifest.has(digest), place);
  const inManifest = manifestEdits(content);
  const inState = yield* stateEdits(change, puts, before);
  return {
    version,
    folder: contentFolder(place),
    content,
    async *chunks(read) {
      yield Buffer.from(`${inventoryHeading({ ...base, head: version })}{\n`);
      yield* mergeLines(read(manifest), inManifest, linesAt(MANIFEST_INDENT));
      for await (const chunk of read({ start: manifest.end, end: versionsEnd })) yield Buffer.from(chunk);
      yield Buffer.from(`,\n    ${versionHeading(version, change)}{\n`);
      yield* mergeLines(read(state), inState, linesAt(STATE_INDENT));
      yield Buffer.from('\n      }\n    }\n  }\n}\n');
    },
  };
}

const linesAt = (indent: string): LineForm => ({
  separator: ',\n',
  keyAt: (block, start) => block.subarray(start + indent.length + 1, start + indent.length + 65),
});

const manifestEdits = (content: readonly ContentFile[]): Iterable<LineEdit> =>
  madeOf(
    sortByUtf8([...content], ({ sha256 }) => sha256),
    ({ sha256, contentPath }) => ({
      key: Buffer.from(sha256),
      line: () => digestLine(MANIFEST_INDENT, sha256, [contentPath]),
    }),
  );

/** Makes the edits one by one as they are needed, so that very many are not kept in memory. */
const madeOf = <Item>(items: readonly Item[], make: (item: Item) => LineEdit): Iterable<LineEdit> => ({
  *[Symbol.iterator]() {
    for (const item of items) yield make(item);
  },
});

/** The lines of digests that lose or gain paths. */
function* stateEdits(
  { objectId, puts, deletes }: VersionChange,
  gained: ReadonlyMap<string, readonly string[]>,
  before: (path: string) => string | null,
): SlicedWork<Iterable<LineEdit>> {
  const lost = new Map<string, Set<string>>();
  const lose = (path: string): boolean => {
    const digest = before(path);
    if (digest === null) return false;
    const paths = lost.get(digest);
    if (paths === undefined) lost.set(digest, new Set([path]));
    else paths.add(path);
    return true;
  };
  yield* eachSliced(deletes, (path) => {
    if (!lose(path)) throw new RangeError(`${objectId} has no file '${path}' to delete.`);
  });
  yield* eachSliced(puts.keys(), (path) => {
    if (!deletes.has(path)) lose(path);
  });
  const digests = sortByUtf8([...new Set([...lost.keys(), ...gained.keys()])], (digest) => digest);
  return madeOf(digests, (digest) => ({
    key: Buffer.from(digest),
    line: (old) => {
      const kept = pathsIn(old).filter((path) => lost.get(digest)?.has(path) !== true);
      const paths = [...kept, ...(gained.get(digest) ?? [])];
      return paths.length === 0 ? null : digestLine(STATE_INDENT, digest, paths.sort(compareUtf8));
    },
  }));
}

const pathsIn = (line: string | null): string[] =>
  line === null ? [] : Object.values(JSON.parse(`{${line}}`) as Record<string, string[]>).flat();
