import { lineBlocks, lineEnd, lineWith } from '../../json/line-blocks.js';
import { PLATFORM_FOLDER } from '../platform-folder.js';
import { MANIFEST_INDENT } from './write-inventory.js';

/** A range of bytes; `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a new version needs of an inventory that this platform wrote, to copy its lines. */
export interface InventoryLines {
  readonly id: string;
  readonly type: string;
  readonly head: string;
  readonly contentDirectory: string | null;
  /** The digests of the manifest. */
  readonly digests: Pick<ReadonlySet<string>, 'has'>;
  /** The lines of the manifest. */
  readonly manifest: ByteRange;
  /** The lines of the head version's state. */
  readonly state: ByteRange;
  /** Where the versions end. */
  readonly versionsEnd: number;
  /** The requested file of the platform folder, in the head version. */
  readonly ownFile: OwnFile;
}

export interface OwnFile {
  readonly logicalPath: string;
  readonly sha256: string;
  readonly contentPath: string;
}

/** The first content path of a digest in the lines of a manifest; null when it is not there. */
export const manifestPath = async (lines: AsyncIterable<Uint8Array>, digest: string): Promise<string | null> => {
  for await (const block of lineBlocks(lines)) {
    const found = lineWith(block, `${MANIFEST_INDENT}"${digest}": `, 0);
    if (found !== -1) return entryOf(block.toString('utf8', found, lineEnd(block, found)))?.[1][0] ?? null;
  }
  return null;
};

const entryOf = (line: string): [string, string[]] | undefined =>
  Object.entries(JSON.parse(`{${line.replace(/,$/, '')}}`) as Record<string, string[]>)[0];

/** The entries of lines of digests that contain a text. */
function* linesWith(lines: Buffer, text: string): Generator<readonly [string, readonly string[]]> {
  for (let found = lines.indexOf(text); found !== -1; found = lines.indexOf(text, lineEnd(lines, found))) {
    const start = found === 0 ? 0 : lines.lastIndexOf(10, found) + 1;
    const entry = entryOf(lines.toString('utf8', start, lineEnd(lines, found)));
    if (entry !== undefined) yield entry;
  }
}

/** Collects the first content path of each digest of a file in the platform folder, from lines of a manifest. */
export const collectOwnPaths = (lines: Buffer, into: Map<string, string>): void => {
  for (const [digest, [path]] of linesWith(lines, `/${PLATFORM_FOLDER}/`))
    if (path !== undefined) into.set(digest, path);
};

/** The digest of a logical path in lines of a state; null when it is not there. */
export const digestOfPath = (lines: Buffer, path: string): string | null => {
  for (const [digest, paths] of linesWith(lines, JSON.stringify(path))) if (paths.includes(path)) return digest;
  return null;
};
