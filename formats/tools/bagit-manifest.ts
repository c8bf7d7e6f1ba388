import { sha256Hex } from '../digests/sha256-text.js';
import type { Losses } from './decoded-text.js';
import { chomp, linesOf } from './lines.js';

const ENTRY = /^\s*([0-9A-Fa-f]+)\s+\*?(.+)$/s;
const PAYLOAD = /^(?:\.\/)*data\//;

/** Two that differ tell all there is to tell of a path. */
const MOST_DIGESTS = 2;

/** Reads `manifest-sha256.txt` (companion 9.9): digests in lower-case hex by path, still with its `data/`. */
export const readManifest = async (
  chunks: AsyncIterable<Uint8Array>,
  losses: Losses,
): Promise<Map<string, string[]>> => {
  const digests = new Map<string, string[]>();
  for await (const block of linesOf(chunks, losses)) {
    for (const line of block) {
      const text = chomp(line);
      if (text.trim() === '') continue;
      const [, hex = '', written = ''] = ENTRY.exec(text) ?? [];
      const digest = sha256Hex(hex);
      if (digest === null) {
        losses.leftOut += 1;
        continue;
      }
      const path = decoded(written);
      const before = digests.get(path) ?? [];
      if (before.length < MOST_DIGESTS && !before.includes(digest)) digests.set(path, [...before, digest]);
    }
  }
  return digests;
};

const decoded = (path: string): string =>
  path.replace(/%(0A|0D|25)/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));

/** The payload paths of a manifest as local paths; null where it does not name them as a bag must. */
export const payloadPaths = (paths: Iterable<string>): Map<string, string> | null => {
  const local = new Map<string, string>();
  for (const path of paths) {
    if (!PAYLOAD.test(path)) return null;
    local.set(path, path.replace(PAYLOAD, ''));
  }
  return local;
};
