import { createHash } from 'node:crypto';
import type { SizeAndDigest } from '../../digests/digested.js';
import { isRecord } from '../../json/json-record.js';
import { LINE_FEED, lineBlocks, lineEnd, lineWith } from '../../json/line-blocks.js';
import { versionNumber } from '../version-name.js';
import type { Inventory, InventoryHistory, VersionHeading } from './inventory.js';
import { ManifestLines } from './manifest-lines.js';

/** A range of bytes; `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where parts of an inventory lie. */
export interface InventoryRanges {
  /** The lines of the manifest. */
  readonly manifest: ByteRange;
  /** The lines of the head version's state. */
  readonly state: ByteRange;
  /** Where the versions end. */
  readonly versionsEnd: number;
}

/** What is read of an inventory that this platform wrote: everything but the states of its versions. */
export interface OwnInventory extends InventoryHistory, Pick<Inventory, 'type' | 'contentDirectory'> {
  readonly manifest: ManifestLines;
  /** The requested file, in the head version. */
  readonly ownFile: { readonly sha256: string; readonly contentPath: string };
  readonly ranges: InventoryRanges;
}

export interface ReadInventory extends SizeAndDigest {
  /** Null for an inventory that is not written as this platform writes it. */
  readonly own: OwnInventory | null;
}

/**
 * Reads an inventory as a stream. It is not validated: the caller must compare its digest with what it recorded of it.
 * `ownFile` is the logical path of a file that every version has.
 */
export const readOwnInventory = async (chunks: AsyncIterable<Uint8Array>, ownFile: string): Promise<ReadInventory> => {
  const hash = createHash('sha256');
  const reader = new OwnInventoryReader(ownFile);
  let size = 0;
  for await (const block of lineBlocks(chunks)) {
    hash.update(block);
    reader.take(block, size);
    size += block.length;
  }
  return { size, sha256: hash.digest('hex'), own: reader.end() };
};

type Part = 'skeleton' | 'manifest' | 'state' | 'unknown';

const MANIFEST_START = '  "manifest": {\n';
const STATE_START = '      "state": {\n';
const LONGEST_HEADING = 10_000;
/** The text after the state of the last version; STATE_END is the part that belongs to the version. */
const STATE_END = '      }\n    }';
const END = `${STATE_END}\n  }\n}\n`;

/**
 * Separates the lines of the manifest and of the states from the few others, which are JSON without them, too. Relies on
 * the order and indentation that `inventoryChunks` writes.
 */
class OwnInventoryReader {
  readonly #ownFile: string;
  readonly #lines = new ManifestLines();
  readonly #manifest = { start: 0, end: 0 };
  readonly #state = { start: 0, end: 0 };
  #part: Part = 'skeleton';
  #skeleton = '';
  /** How much of the skeleton comes before the end of the last state. */
  #untilState = 0;
  /** The line with which the head version begins. */
  #headStart = '';
  #isHead = false;
  #ownDigest: string | null = null;

  constructor(ownFile: string) {
    this.#ownFile = ownFile;
  }

  /** Takes a block of whole lines that begins at byte `offset` of the inventory. */
  take(block: Buffer, offset: number): void {
    for (let at = 0; at < block.length && this.#part !== 'unknown';)
      at =
        this.#part === 'skeleton' ? this.#takeLine(block, at, offset) : this.#takeLines(this.#part, block, at, offset);
  }

  end(): OwnInventory | null {
    if (this.#part !== 'skeleton' || this.#skeleton.slice(this.#untilState) !== END) return null;
    const known = outlineIn(this.#skeleton);
    const sha256 = this.#ownDigest ?? '';
    const contentPath = this.#lines.pathOf(sha256);
    if (known === null || contentPath === null) return null;
    return {
      ...known,
      manifest: this.#lines,
      ownFile: { sha256, contentPath },
      ranges: {
        manifest: this.#manifest,
        state: this.#state,
        versionsEnd: this.#state.end + 1 + STATE_END.length,
      },
    };
  }

  /** Takes one line, and answers where the next one begins. */
  #takeLine(block: Buffer, at: number, offset: number): number {
    const end = lineEnd(block, at) + 1;
    const line = block.toString('utf8', at, end);
    this.#skeleton += line;
    if (line.startsWith('  "head": ')) this.#headStart = `    ${line.slice(10, -2)}: {\n`;
    this.#isHead ||= line === this.#headStart;
    if (line === MANIFEST_START) {
      this.#part = 'manifest';
      this.#manifest.start = offset + end;
    } else if (line === STATE_START) {
      this.#part = 'state';
      this.#state.start = offset + end;
      this.#untilState = this.#skeleton.length;
    } else if (this.#manifest.start === 0 && this.#skeleton.length > LONGEST_HEADING) this.#part = 'unknown';
    return end;
  }

  /** Takes lines of the manifest or of a state, and answers where the next line begins. */
  #takeLines(part: 'manifest' | 'state', block: Buffer, at: number, offset: number): number {
    const closing = lineWith(block, part === 'manifest' ? '  }' : '      }', at);
    const end = closing === -1 ? block.length : closing;
    const lines = block.subarray(at, end);
    if (part === 'state' && this.#isHead) this.#ownDigest = digestOfPath(lines, this.#ownFile) ?? this.#ownDigest;
    if (closing !== -1) {
      this.#part = 'skeleton';
      (part === 'manifest' ? this.#manifest : this.#state).end = offset + end - 1;
    }
    if (part === 'manifest' && !this.#lines.add(lines)) this.#part = 'unknown';
    return end;
  }
}

/** The digest of a logical path in lines of a state; null when it is not there. */
const digestOfPath = (lines: Buffer, path: string): string | null => {
  const text = JSON.stringify(path);
  for (let found = lines.indexOf(text); found !== -1; found = lines.indexOf(text, lineEnd(lines, found))) {
    const start = found === 0 ? 0 : lines.lastIndexOf(LINE_FEED, found) + 1;
    const line = lines.toString('utf8', start, lineEnd(lines, found)).replace(/,$/, '');
    const [[digest, paths] = ['', []]] = Object.entries(JSON.parse(`{${line}}`) as Record<string, string[]>);
    if (paths.includes(path)) return digest;
  }
  return null;
};

type Outline = InventoryHistory & Pick<Inventory, 'type' | 'contentDirectory'>;

const outlineIn = (skeleton: string): Outline | null => {
  const value: unknown = JSON.parse(skeleton);
  if (!isRecord(value)) return null;
  const { id, type, head, digestAlgorithm, contentDirectory = null, versions } = value;
  if (typeof id !== 'string' || typeof type !== 'string' || typeof head !== 'string') return null;
  if (digestAlgorithm !== 'sha256' || (contentDirectory !== null && typeof contentDirectory !== 'string')) return null;
  if (!isRecord(versions)) return null;
  const headings = new Map(Object.entries(versions).map(([name, block]) => [name, headingIn(block as Block)]));
  const names = [...headings.keys()];
  const isInOrder = names.every((name, index) => versionNumber(name) === index + 1);
  if (!isInOrder || names.at(-1) !== head) return null;
  return { id, type, head, digestAlgorithm, contentDirectory, versions: headings };
};

/** A version block of a valid inventory. */
interface Block {
  readonly created: string;
  readonly message?: string;
  readonly user?: { readonly name: string; readonly address?: string };
}

const headingIn = ({ created, message, user }: Block): VersionHeading => ({
  created,
  message: message ?? null,
  user: user === undefined ? null : { name: user.name, address: user.address ?? null },
});
