import { decodePath, PAYLOAD, withoutLeadingDot } from '../bagit/bag-path.js';
import { encodingNamed } from '../bagit/declaration.js';
import { parseManifestLine } from '../bagit/manifest-line.js';
import { sha256Hex } from '../digests/sha256-text.js';
import type { Reader } from './output-reader.js';
import { chomp, linesOf } from './text/lines.js';

/** Most digests kept for one path: two suffice to show that they differ. */
const MOST_DIGESTS = 2;

/** Reads `manifest-sha256.txt` (companion 9.9): digests in lower-case hex by path, which still begins with `data/`. */
export const readManifest =
  (encoding: string): Reader<Map<string, string[]>> =>
  async (chunks, losses) => {
    const digests = new Map<string, string[]>();
    for await (const block of linesOf(chunks, losses, encoding)) {
      for (const line of block.map(chomp)) {
        const [path, digest] = entryOf(line) ?? [];
        if (path !== undefined && digest !== undefined) addDigest(digests, path, digest);
        else if (line.trim() !== '') losses.leftOut += 1;
      }
      losses.isTooLong ||= digests.size >= losses.limits.files;
      if (losses.isTooLong) break;
    }
    return digests;
  };

const entryOf = (line: string): readonly [path: string, digest: string] | null => {
  const parsed = parseManifestLine(line);
  const digest = parsed === null ? null : sha256Hex(parsed.digest);
  return parsed === null || digest === null ? null : [decodePath(parsed.path), digest];
};

const addDigest = (digests: Map<string, string[]>, path: string, digest: string): void => {
  const before = digests.get(path);
  if (before === undefined) digests.set(path, [digest]);
  else if (before.length < MOST_DIGESTS && !before.includes(digest)) before.push(digest);
};

/** The payload paths of a manifest as local paths; null where a path is not below `data/`. */
export const payloadPaths = (paths: Iterable<string>): Map<string, string> | null => {
  const local = new Map<string, string>();
  for (const path of paths) {
    const inBag = withoutLeadingDot(path);
    if (!inBag.startsWith(PAYLOAD)) return null;
    local.set(path, inBag.slice(PAYLOAD.length));
  }
  return local;
};

/** The encoding that `bagit.txt` gives for the manifest of its bag; UTF-8 where it gives none, or an unknown one. */
export const tagFileEncoding = (declaration: string | null): string => {
  const label = /^Tag-File-Character-Encoding\s*:\s*(\S+)/im.exec(declaration ?? '')?.[1];
  return (label === undefined ? null : encodingNamed(label)) ?? 'utf-8';
};
