import { sha256Hex } from '../../digests/sha256-text.js';
import type { FileFormatMetadata } from '../../metadata/entries.js';

/** What the format tool calls the values of a file and of one of its matches. */
export type Told = Readonly<Record<string, string | undefined>>;

/** How many formats were found, and what is said of the first of them. */
interface Tally {
  count: number;
  first: Told;
}

/** What a format tool says of one file. */
interface Identified {
  readonly digest: string | null;
  readonly size: number | null;
  readonly pronom: Tally;
  /** Those of another name whose keys are such as PRONOM gives. */
  readonly alike: Tally;
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
      if (path === '') return;
      const known = files.get(path) ?? identified(file);
      files.set(path, known);
      for (const match of matches) tally(known, match);
    },
  };
};

const identified = (file: Told): Identified => ({
  digest: sha256Hex(file['sha256'] ?? ''),
  size: /^\d{1,15}$/.test(file['filesize'] ?? '') ? Number(file['filesize']) : null,
  pronom: { count: 0, first: {} },
  alike: { count: 0, first: {} },
});

const PUID = /^(?:x-)?fmt\/\d+$/;

/** A tool may look into several registries at once. Up to version 1.4 it calls the registry `id`, and the key `puid`. */
const tally = ({ pronom, alike }: Identified, told: Told): void => {
  const { puid, ...match } = told;
  const [registry = '', key = ''] =
    puid === undefined ? [match['namespace'] ?? match['ns'], match['id']] : [match['id'], puid];
  if (key === '') return;
  const isPronom = ['', 'pronom'].includes(registry.toLowerCase());
  if (!isPronom && !PUID.test(key)) return;
  const kind = isPronom ? pronom : alike;
  if (kind.count === 0) kind.first = { id: key, format: match['format'], mime: match['mime'] };
  kind.count += 1;
};

/** The entry of a file for which PRONOM has exactly one match; null for any other. */
export const formatEntry = (file: Identified, source: string, timestamp: Date | null): FileFormatMetadata | null => {
  const { digest, size, pronom, alike } = file;
  const { count, first } = pronom.count > 0 ? pronom : alike;
  if (count !== 1) return null;
  return {
    type: 'FileFormatMetadata',
    source,
    timestamp,
    digest,
    size,
    pronomKey: first['id'] || null,
    formatName: first['format'] || null,
    originalName: null,
    storageLocation: null,
    contentType: first['mime'] || null,
  };
};
