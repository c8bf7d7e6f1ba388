import { createHash } from 'node:crypto';
import type { Digested } from '../../digests/digested.js';
import { isRecord } from '../../json/json-record.js';
import { lineBlocks, lineEnd, lineWith } from '../../json/line-blocks.js';
import { PLATFORM_FOLDER } from '../platform-folder.js';
import { MANIFEST_INDENT } from './write-inventory.js';

/** A stretch of bytes: from the first to before the last. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What a new version must know of an inventory that this platform wrote, whose lines it passes on as they are. */
export interface InventoryLines {
  readonly id: string;
  readonly type: string;
  readonly head: string;
  readonly contentDirectory: string | null;
  /** The digests of the manifest. */
  readonly digests: ReadonlySet<string>;
  /** The lines of the manifest. */
  readonly manifest: Stretch;
  /** The lines of the head version's state. */
  readonly state: Stretch;
  /** Where the versions end. */
  readonly versionsEnd: number;
  /** The one of the platform's own files that was asked for, as the head version has it. */
  readonly ownFile: OwnFile;
}

export interface OwnFile {
  readonly logicalPath: string;
  readonly sha256: string;
  readonly contentPath: string;
}

export interface SurveyedInventory extends Digested {
  /** Null for an inventory that is not written as this platform writes it. */
  readonly outline: InventoryLines | null;
}

/**
 * Reads an inventory through without holding it. It is trusted, not judged: its digest must tell that it is our own.
 * `ownFile` is the logical path of a file in the platform's folder that every version has.
 */
export const surveyInventory = async (
  chunks: AsyncIterable<Uint8Array>,
  ownFile: string,
): Promise<SurveyedInventory> => {
  const hash = createHash('sha256');
  const survey = surveyor(ownFile);
  let size = 0;
  for await (const block of lineBlocks(chunks)) {
    hash.update(block);
    survey.take(block, size);
    size += block.length;
  }
  return { size, sha256: hash.digest('hex'), outline: survey.outline() };
};

type Place = 'heading' | 'manifest' | 'versions' | 'head' | 'state' | 'end' | 'unknown';

const DIGEST = /^[0-9a-f]{64}$/;
const DIGEST_AT = MANIFEST_INDENT.length + 1;

/** Goes through the blocks of an inventory from its first line to its last. */
const surveyor = (
  ownFile: string,
): { take: (block: Buffer, offset: number) => void; outline: () => InventoryLines | null } => {
  let place: Place = 'heading';
  let heading = '';
  let known: Heading | null = null;
  let tail = '';
  const digests = new Set<string>();
  const ownPaths = new Map<string, string>();
  const manifest = { start: 0, end: 0 };
  const state = { start: 0, end: 0 };
  let ownDigest: string | null = null;

  /** Takes lines of one place, and answers where the next line begins. */
  const STEPS: Record<Exclude<Place, 'unknown'>, (block: Buffer, at: number, offset: number) => number> = {
    heading(block, at, offset) {
      const end = lineEnd(block, at) + 1;
      const line = block.toString('utf8', at, end);
      heading += line;
      if (line === '  "manifest": {\n') {
        known = headingOf(heading);
        place = known === null ? 'unknown' : 'manifest';
        manifest.start = offset + end;
      } else if (heading.length > 10_000) place = 'unknown';
      return end;
    },
    manifest(block, at, offset) {
      for (let line = at; line < block.length;) {
        const end = lineEnd(block, line);
        if (block[line + 2] === 0x7d) {
          manifest.end = offset + line - 1;
          place = 'versions';
          collectPaths(block.subarray(at, line), ownPaths);
          return end + 1;
        }
        const digest = block.toString('latin1', line + DIGEST_AT, line + DIGEST_AT + 64);
        if (!DIGEST.test(digest)) {
          place = 'unknown';
          return end;
        }
        digests.add(digest);
        line = end + 1;
      }
      collectPaths(block.subarray(at), ownPaths);
      return block.length;
    },
    versions(block, at) {
      const found = lineWith(block, `    ${JSON.stringify(known?.head)}: {\n`, at);
      if (found === -1) return block.length;
      place = 'head';
      return lineEnd(block, found) + 1;
    },
    head(block, at, offset) {
      const found = lineWith(block, '      "state": {\n', at);
      if (found === -1) return block.length;
      place = 'state';
      state.start = offset + lineEnd(block, found) + 1;
      return lineEnd(block, found) + 1;
    },
    state(block, at, offset) {
      const found = lineWith(block, '      }\n', at);
      const end = found === -1 ? block.length : found;
      ownDigest = digestOfPath(block.subarray(at, end), ownFile) ?? ownDigest;
      if (found === -1) return end;
      state.end = offset + found - 1;
      place = 'end';
      return found;
    },
    end(block, at) {
      tail += block.toString('utf8', at, at + 100);
      return block.length;
    },
  };

  return {
    take(block, offset) {
      for (let at = 0; at < block.length && place !== 'unknown';) at = STEPS[place](block, at, offset);
    },
    outline() {
      const contentPath = ownPaths.get(ownDigest ?? '');
      if (known === null || tail !== END || ownDigest === null || contentPath === undefined) return null;
      const versionsEnd = state.end + 1 + STATE_END.length;
      const found = { logicalPath: ownFile, sha256: ownDigest, contentPath };
      return { ...known, digests, manifest, state, versionsEnd, ownFile: found };
    },
  };
};

/** What follows the state of the last version in an inventory of our own, and the part that is the version's. */
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

/** Lines of digests in which a text stands. */
function* linesWith(lines: Buffer, text: string): Generator<readonly [string, readonly string[]]> {
  for (let found = lines.indexOf(text); found !== -1; found = lines.indexOf(text, lineEnd(lines, found))) {
    const start = found === 0 ? 0 : lines.lastIndexOf(10, found) + 1;
    const entry = entryOf(lines.toString('utf8', start, lineEnd(lines, found)));
    if (entry !== undefined) yield entry;
  }
}

const collectPaths = (lines: Buffer, into: Map<string, string>): void => {
  for (const [digest, [path]] of linesWith(lines, `/${PLATFORM_FOLDER}/`))
    if (path !== undefined) into.set(digest, path);
};

const digestOfPath = (lines: Buffer, path: string): string | null => {
  for (const [digest, paths] of linesWith(lines, JSON.stringify(path))) if (paths.includes(path)) return digest;
  return null;
};
