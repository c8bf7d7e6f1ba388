import { sha256Hex } from '../digests/sha256-text.js';
import type { FileFormatMetadata } from '../metadata/entries.js';

/** What the format tool calls the values of a file and of one of its matches. */
export type Told = Readonly<Record<string, string | undefined>>;

/** What a format tool says of one file. */
interface Identified {
  readonly digest: string | null;
  readonly size: number | null;
  /** How many formats the tool found; the values below are those of the first. */
  matches: number;
  readonly pronomKey: string | null;
  readonly formatName: string | null;
  readonly contentType: string | null;
}

/** What a format tool says of all files. */
export interface IdentifiedFiles {
  /** By the path as the tool has it, with forward slashes. */
  readonly files: ReadonlyMap<string, Identified>;
  /** When the tool ran; null where it does not say. */
  readonly scanned: Date | null;
}

/** Collects files and their matches; one that comes again adds to the matches of the first. */
export const identifiedFiles = (): {
  files: Map<string, Identified>;
  add: (file: Told, matches: readonly Told[]) => void;
} => {
  const files = new Map<string, Identified>();
  return {
    files,
    add: (file, matches) => {
      const path = (file['filename'] ?? '').replaceAll('\\', '/');
      const [match = {}] = matches;
      const before = files.get(path);
      if (before !== undefined) before.matches += matches.length;
      else if (path !== '') files.set(path, { ...identified(file, match), matches: matches.length });
    },
  };
};

const identified = (file: Told, match: Told): Omit<Identified, 'matches'> => ({
  digest: sha256Hex(file['sha256'] ?? ''),
  size: /^\d{1,15}$/.test(file['filesize'] ?? '') ? Number(file['filesize']) : null,
  pronomKey: match['id'] || null,
  formatName: match['format'] || null,
  contentType: match['mime'] || null,
});

/** The entry of a file that was identified with exactly one match; null for any other. */
export const formatEntry = (file: Identified, source: string, timestamp: Date | null): FileFormatMetadata | null => {
  const { matches, digest, size, pronomKey, formatName, contentType } = file;
  if (matches !== 1) return null;
  const values = { digest, size, pronomKey, formatName, originalName: null, storageLocation: null, contentType };
  return { type: 'FileFormatMetadata', source, timestamp, ...values };
};
