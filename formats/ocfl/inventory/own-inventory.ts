import { createHash } from 'node:crypto';
import { isRecord } from '../../json/json-record.js';
import { lineBlocks, lineEnd, lineWith } from '../../json/line-blocks.js';
import { versionNumber } from '../version-name.js';
import { earliestOf, type InventoryHistory, type VersionHeading } from './inventory.js';
import { digestOfPath } from './inventory-lines.js';
import { MANIFEST_INDENT } from './write-inventory.js';

/** What is read of an inventory that this platform wrote: everything but the states of its versions. */
export interface OwnInventory extends InventoryHistory {
  /** The content path by digest: of several, the one in the earliest version. In the order of the digests. */
  readonly contentPaths: ReadonlyMap<string, string>;
  /** The digest of the requested file in the state of the head version. */
  readonly ownDigest: string;
}

/**
 * Reads an inventory with the given SHA-256, which the caller takes from what it recorded of it: it is not validated
 * otherwise. Null for other bytes, and for an inventory that is not written as this platform writes it. `ownFile` is
 * the logical path of a file that every version has.
 */
export const readOwnInventory = async (
  chunks: AsyncIterable<Uint8Array>,
  sha256: string,
  ownFile: string,
): Promise<OwnInventory | null> => {
  const hash = createHash('sha256');
  const reader = new OwnInventoryReader(ownFile);
  for await (const block of lineBlocks(chunks)) {
    hash.update(block);
    if (!reader.take(block)) return null;
  }
  return hash.digest('hex') === sha256 ? reader.end() : null;
};

type Part = 'skeleton' | 'manifest' | 'state' | 'unknown';

const MANIFEST_START = '  "manifest": {\n';
const STATE_START = '      "state": {\n';
/** A line that lists every file once more, in an inventory that another program wrote. */
const FIXITY_START = '  "fixity": {\n';

/** Separates the lines of the manifest and of the states from the few others, which are JSON without them, too. */
class OwnInventoryReader {
  readonly #ownFile: string;
  readonly #contentPaths = new Map<string, string>();
  #part: Part = 'skeleton';
  #skeleton = '';
  #ownDigest: string | null = null;

  constructor(ownFile: string) {
    this.#ownFile = ownFile;
  }

  /** Takes a block of whole lines. False where they are not in our own form. */
  take(block: Buffer): boolean {
    for (let at = 0; at < block.length && this.#part !== 'unknown';) at = this.#takePart(this.#part, block, at);
    return this.#part !== 'unknown';
  }

  end(): OwnInventory | null {
    const history = this.#part === 'skeleton' ? historyIn(this.#skeleton) : null;
    if (history === null || this.#ownDigest === null) return null;
    return { ...history, contentPaths: this.#contentPaths, ownDigest: this.#ownDigest };
  }

  /** Takes lines of one part, and answers where the next line begins. */
  #takePart(part: Exclude<Part, 'unknown'>, block: Buffer, at: number): number {
    if (part === 'skeleton') return this.#takeLine(block, at);
    const end = lineWith(block, part === 'manifest' ? '  }' : '      }', at);
    const lines = block.subarray(at, end === -1 ? block.length : end);
    if (end !== -1) this.#part = 'skeleton';
    if (part === 'state') this.#ownDigest = digestOfPath(lines, this.#ownFile) ?? this.#ownDigest;
    else if (!takeManifest(lines, this.#contentPaths)) this.#part = 'unknown';
    return at + lines.length;
  }

  #takeLine(block: Buffer, at: number): number {
    const end = lineEnd(block, at) + 1;
    const line = block.toString('utf8', at, end);
    this.#skeleton += line;
    if (line === MANIFEST_START) this.#part = 'manifest';
    else if (line === STATE_START) {
      this.#part = 'state';
      this.#ownDigest = null;
    } else if (line === FIXITY_START) this.#part = 'unknown';
    return end;
  }
}

const BEFORE_DIGEST = `${MANIFEST_INDENT}"`;
const DIGEST_LENGTH = 64;
const BEFORE_PATH = '": ["';
const PATH_START = BEFORE_DIGEST.length + DIGEST_LENGTH + BEFORE_PATH.length;

/** Takes lines of a manifest. False where one is not in our own form. */
const takeManifest = (lines: Buffer, into: Map<string, string>): boolean => {
  const text = lines.toString('utf8');
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const digestStart = start + BEFORE_DIGEST.length;
    const digestEnd = digestStart + DIGEST_LENGTH;
    if (end === -1 || !text.startsWith(BEFORE_DIGEST, start) || !text.startsWith(BEFORE_PATH, digestEnd)) return false;
    const path = firstPath(text.slice(start + PATH_START, text[end - 1] === ',' ? end - 1 : end));
    if (path === null) return false;
    into.set(text.slice(digestStart, digestEnd), path);
    start = end + 1;
  }
  return true;
};

/** The earliest of the paths in an array, without the beginning of its text. */
const firstPath = (list: string): string | null => {
  const end = list.indexOf('"');
  const isPlain = end === list.length - 2 && !list.includes('\\');
  return isPlain ? list.slice(0, end) : earliestOf(JSON.parse(`["${list}`) as string[]);
};

const historyIn = (skeleton: string): InventoryHistory | null => {
  const value: unknown = JSON.parse(skeleton);
  if (!isRecord(value)) return null;
  const { id, head, digestAlgorithm, versions } = value;
  if (typeof id !== 'string' || typeof head !== 'string' || digestAlgorithm !== 'sha256' || !isRecord(versions))
    return null;
  const headings = new Map(Object.entries(versions).map(([name, block]) => [name, headingIn(block as Block)]));
  const names = [...headings.keys()];
  const isInOrder = names.every((name, index) => versionNumber(name) === index + 1);
  return isInOrder && names.at(-1) === head ? { id, head, digestAlgorithm, versions: headings } : null;
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
