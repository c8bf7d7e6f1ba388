import { compareUtf8, sortByUtf8 } from '../paths/utf8-order.js';
import type { InventoryLines, Stretch } from './inventory-lines.js';
import { mergeLines, type LineEdit, type LineForm } from './merge-lines.js';
import { newContent, putsByDigest, type ContentFile, type VersionChange } from './next-version.js';
import { OcflFault } from './ocfl-fault.js';
import { STATE_PATH } from './state-folder.js';
import { versionName, versionNumber, type VersionName } from './version-name.js';
import { digestLine, inventoryHeading, MANIFEST_INDENT, STATE_INDENT, versionHeading } from './write-inventory.js';

export interface ExtendedInventory {
  readonly version: VersionName;
  /** As in `NextVersion`. */
  readonly content: readonly ContentFile[];
  /** The bytes of the new inventory, from what `read` gives of the old one's; may be called again. */
  readonly chunks: (read: (stretch: Stretch) => AsyncIterable<Uint8Array>) => AsyncGenerator<Buffer>;
}

/**
 * One more version of an object, in the very bytes that `nextVersion` leads to, by passing on what stands in the
 * inventory before it: what it takes grows with the change, and the inventory is only copied. `before` tells the digest
 * of a file of the head version. Throws OcflFault (`object-unsupported`) and RangeError as `nextVersion` does.
 */
export const extendInventory = (
  base: InventoryLines,
  change: VersionChange,
  before: (path: string) => string | null,
): ExtendedInventory => {
  const number = versionNumber(base.head) ?? 0;
  if (base.id !== change.objectId || base.head !== versionName(number))
    throw new OcflFault('object-unsupported', `The object is ${base.head} of ${base.id}, not of ${change.objectId}.`);
  const version = versionName(number + 1);
  const { objectRoot, jobToken } = change;
  const place = { version, directory: base.contentDirectory ?? 'content', jobToken, objectRoot };
  const puts = putsByDigest(change.puts);
  const content = newContent(puts, (digest) => base.digests.has(digest), place);
  const inManifest = manifestEdits(content);
  const inState = stateEdits(base, change, puts, before);
  return {
    version,
    content,
    async *chunks(read) {
      yield Buffer.from(`${inventoryHeading({ ...base, digestAlgorithm: 'sha256', head: version })}{\n`);
      yield* mergeLines(read(base.manifest), inManifest, linesAt(MANIFEST_INDENT));
      for await (const chunk of read({ start: base.manifest.end, end: base.versionsEnd })) yield Buffer.from(chunk);
      yield Buffer.from(`,\n    ${versionHeading(version, change)}{\n`);
      yield* mergeLines(read(base.state), inState, linesAt(STATE_INDENT));
      yield Buffer.from('\n      }\n    }\n  }\n}\n');
    },
  };
};

const linesAt = (indent: string): LineForm => ({
  separator: ',\n',
  keyAt: (block, start) => block.subarray(start + indent.length + 1, start + indent.length + 65),
});

const inOrder = <Value>(byDigest: ReadonlyMap<string, Value>): [string, Value][] =>
  sortByUtf8([...byDigest], ([digest]) => digest);

const manifestEdits = (content: readonly ContentFile[]): LineEdit[] =>
  inOrder(new Map(content.map(({ sha256, contentPath }) => [sha256, contentPath]))).map(([digest, path]) => ({
    key: Buffer.from(digest),
    line: () => digestLine(MANIFEST_INDENT, digest, [path]),
  }));

/** Which paths a digest loses and gains. */
const stateEdits = (
  base: InventoryLines,
  { objectId, puts, deletes }: VersionChange,
  gained: ReadonlyMap<string, readonly string[]>,
  before: (path: string) => string | null,
): LineEdit[] => {
  const lost = new Map<string, Set<string>>();
  const lose = (path: string): boolean => {
    const digest = path === STATE_PATH ? base.stateFile.sha256 : before(path);
    if (digest === null) return false;
    const paths = lost.get(digest);
    if (paths === undefined) lost.set(digest, new Set([path]));
    else paths.add(path);
    return true;
  };
  for (const path of deletes) if (!lose(path)) throw new RangeError(`${objectId} has no file '${path}' to delete.`);
  for (const path of puts.keys()) if (!deletes.has(path)) lose(path);
  const digests = new Map([...lost.keys(), ...gained.keys()].map((digest) => [digest, null]));
  return inOrder(digests).map(([digest]) => ({
    key: Buffer.from(digest),
    line: (old) => {
      const kept = pathsIn(old).filter((path) => lost.get(digest)?.has(path) !== true);
      const paths = [...kept, ...(gained.get(digest) ?? [])];
      return paths.length === 0 ? null : digestLine(STATE_INDENT, digest, paths.sort(compareUtf8));
    },
  }));
};

const pathsIn = (line: string | null): string[] =>
  line === null ? [] : Object.values(JSON.parse(`{${line}}`) as Record<string, string[]>).flat();
