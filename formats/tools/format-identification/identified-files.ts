import { sha256Hex } from '../../digests/sha256-text.js';
import type { FileFormatMetadata } from '../../metadata/entries.js';

/** Values of a file or a match, by the format tool's names. */
export type ToolFields = Readonly<Record<string, string | undefined>>;

/** How many formats were found, and the values of the first. */
interface Matches {
  count: number;
  first: ToolFields;
}

/** The result of a format tool for one file. */
interface FormatResult {
  readonly digest: string | null;
  readonly size: number | null;
  readonly pronom: Matches;
  /** Matches of a registry with another name whose keys look like PRONOM's. */
  readonly pronomLike: Matches;
}

/** The results of a format tool. */
export interface IdentifiedFiles {
  /** By the tool's path. */
  readonly files: ReadonlyMap<string, FormatResult>;
  /** When the tool ran; null where it does not record that. */
  readonly scanned: Date | null;
}

/** Collects files and their matches; a repeated file adds to the matches of the first. */
export const identifiedFiles = (): {
  files: Map<string, FormatResult>;
  add: (file: ToolFields, matches: readonly ToolFields[]) => void;
} => {
  const files = new Map<string, FormatResult>();
  return {
    files,
    add: (file, matches) => {
      const path = file['filename'] ?? '';
      if (path === '') return;
      const known = files.get(path) ?? identified(file);
      files.set(path, known);
      for (const match of matches) addMatch(known, match);
    },
  };
};

const identified = (file: ToolFields): FormatResult => ({
  digest: sha256Hex(file['sha256'] ?? ''),
  size: /^\d{1,15}$/.test(file['filesize'] ?? '') ? Number(file['filesize']) : null,
  pronom: { count: 0, first: {} },
  pronomLike: { count: 0, first: {} },
});

const PUID = /^(?:x-)?fmt\/\d+$/;

/** A tool may use several registries. Up to version 1.4 it calls the registry `id` and the key `puid`. */
const addMatch = ({ pronom, pronomLike }: FormatResult, fields: ToolFields): void => {
  const { puid, ...match } = fields;
  const [registry = '', key = ''] =
    puid === undefined ? [match['namespace'] ?? match['ns'], match['id']] : [match['id'], puid];
  if (key === '') return;
  const isPronom = ['', 'pronom'].includes(registry.toLowerCase());
  if (!isPronom && !PUID.test(key)) return;
  const kind = isPronom ? pronom : pronomLike;
  if (kind.count === 0) kind.first = { id: key, format: match['format'], mime: match['mime'] };
  kind.count += 1;
};

/** The entry of a file with exactly one PRONOM match; null for any other. */
export const formatEntry = (file: FormatResult, source: string, timestamp: Date | null): FileFormatMetadata | null => {
  const { digest, size, pronom, pronomLike } = file;
  const { count, first } = pronom.count > 0 ? pronom : pronomLike;
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
