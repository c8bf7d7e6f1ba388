import { createHash } from 'node:crypto';
import type { Digested } from '../../digests/digested.js';
import { PackedDigests } from '../../digests/packed-digests.js';
import { isRecord } from '../../json/json-record.js';
import { lineBlocks, lineEnd, lineWith } from '../../json/line-blocks.js';
import { collectOwnPaths, digestOfPath, type InventoryLines } from './inventory-lines.js';
import { MANIFEST_INDENT } from './write-inventory.js';

export interface SurveyedInventory extends Digested {
  /** Null for an inventory that is not written as this platform writes it. */
  readonly outline: InventoryLines | null;
}

/**
 * Reads an inventory as a stream, without keeping it in memory. It is not validated: the caller must compare its
 * digest. `ownFile` is the logical path of a file in the platform folder that every version has.
 */
export const surveyInventory = async (
  chunks: AsyncIterable<Uint8Array>,
  ownFile: string,
): Promise<SurveyedInventory> => {
  const hash = createHash('sha256');
  const survey = new InventorySurvey(ownFile);
  let size = 0;
  for await (const block of lineBlocks(chunks)) {
    hash.update(block);
    survey.take(block, size);
    size += block.length;
  }
  return { size, sha256: hash.digest('hex'), outline: survey.outline() };
};

type Part = 'heading' | 'manifest' | 'versions' | 'head' | 'state' | 'end' | 'unknown';

const DIGEST_AT = MANIFEST_INDENT.length + 1;
const LONGEST_HEADING = 10_000;
const CLOSING_BRACE = 0x7d;

/**
 * Reads the blocks of an inventory in order. It relies on the order and indentation that `inventoryChunks` writes, and
 * stops at the first line that differs.
 */
class InventorySurvey {
  readonly #ownFile: string;
  #part: Part = 'heading';
  #heading = '';
  #known: Heading | null = null;
  #tail = '';
  readonly #digests = new PackedDigests();
  readonly #manifest = { start: 0, end: 0 };
  readonly #state = { start: 0, end: 0 };
  /** Content paths of the platform's own files, by digest. */
  readonly #ownPaths = new Map<string, string>();
  #ownDigest: string | null = null;

  constructor(ownFile: string) {
    this.#ownFile = ownFile;
  }

  /** Takes a block of whole lines that begins at byte `offset` of the inventory. */
  take(block: Buffer, offset: number): void {
    for (let at = 0; at < block.length && this.#part !== 'unknown';) at = this.#takePart(this.#part, block, at, offset);
  }

  outline(): InventoryLines | null {
    const contentPath = this.#ownPaths.get(this.#ownDigest ?? '');
    if (this.#known === null || this.#tail !== END || this.#ownDigest === null || contentPath === undefined)
      return null;
    return {
      ...this.#known,
      digests: this.#digests,
      manifest: this.#manifest,
      state: this.#state,
      versionsEnd: this.#state.end + 1 + STATE_END.length,
      ownFile: { logicalPath: this.#ownFile, sha256: this.#ownDigest, contentPath },
    };
  }

  /** Takes lines of one part of the inventory, and answers where the next line begins. */
  #takePart(part: Exclude<Part, 'unknown'>, block: Buffer, at: number, offset: number): number {
    switch (part) {
      case 'heading':
        return this.#takeHeading(block, at, offset);
      case 'manifest':
        return this.#takeManifest(block, at, offset);
      case 'versions':
        return this.#skipTo('head', block, at, `    ${JSON.stringify(this.#known?.head)}: {\n`);
      case 'head': {
        const next = this.#skipTo('state', block, at, '      "state": {\n');
        this.#state.start = offset + next;
        return next;
      }
      case 'state':
        return this.#takeState(block, at, offset);
      case 'end':
        this.#tail += block.toString('utf8', at, at + 100);
        return block.length;
    }
  }

  #takeHeading(block: Buffer, at: number, offset: number): number {
    const end = lineEnd(block, at) + 1;
    const line = block.toString('utf8', at, end);
    this.#heading += line;
    if (line === '  "manifest": {\n') {
      this.#known = headingOf(this.#heading);
      this.#part = this.#known === null ? 'unknown' : 'manifest';
      this.#manifest.start = offset + end;
    } else if (this.#heading.length > LONGEST_HEADING) this.#part = 'unknown';
    return end;
  }

  #takeManifest(block: Buffer, at: number, offset: number): number {
    for (let line = at; line < block.length;) {
      const end = lineEnd(block, line);
      if (block[line + 2] === CLOSING_BRACE) {
        this.#manifest.end = offset + line - 1;
        this.#part = 'versions';
        collectOwnPaths(block.subarray(at, line), this.#ownPaths);
        return end + 1;
      }
      if (!this.#digests.add(block, line + DIGEST_AT)) {
        this.#part = 'unknown';
        return end;
      }
      line = end + 1;
    }
    collectOwnPaths(block.subarray(at), this.#ownPaths);
    return block.length;
  }

  /** Skips lines up to the one that begins the next part. */
  #skipTo(next: Part, block: Buffer, at: number, line: string): number {
    const found = lineWith(block, line, at);
    if (found === -1) return block.length;
    this.#part = next;
    return lineEnd(block, found) + 1;
  }

  #takeState(block: Buffer, at: number, offset: number): number {
    const found = lineWith(block, '      }\n', at);
    const end = found === -1 ? block.length : found;
    this.#ownDigest = digestOfPath(block.subarray(at, end), this.#ownFile) ?? this.#ownDigest;
    if (found === -1) return end;
    this.#state.end = offset + found - 1;
    this.#part = 'end';
    return found;
  }
}

/**
 * The text after the state of the last version in our own inventories; STATE_END is the part that belongs to the
 * version.
 */
const STATE_END = '      }\n    }';
const END = `${STATE_END}\n  }\n}\n`;

type Heading = Pick<InventoryLines, 'id' | 'type' | 'head' | 'contentDirectory'>;

const headingOf = (lines: string): Heading | null => {
  const value: unknown = JSON.parse(`${lines}}}`);
  if (!isRecord(value)) return null;
  const { id, type, head, digestAlgorithm, contentDirectory = null } = value;
  if (typeof id !== 'string' || typeof type !== 'string' || typeof head !== 'string') return null;
  if (digestAlgorithm !== 'sha256' || (contentDirectory !== null && typeof contentDirectory !== 'string')) return null;
  return { id, type, head, contentDirectory };
};
