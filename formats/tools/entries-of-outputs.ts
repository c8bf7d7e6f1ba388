import type { DigestMetadata, ExifMetadata, FileFormatMetadata } from '../metadata/entries.js';
import { payloadPaths } from './bagit-manifest.js';
import type { ExifBlock } from './exif-output.js';
import { formatEntry, type IdentifiedFiles } from './format-identification/identified-files.js';
import type { KnownPaths } from './paths/known-paths.js';
import { alignPaths } from './paths/path-alignment.js';

/** An entry with the local path of its file. */
export type PathAndEntry<Entry> = readonly [path: string, entry: Entry];

/** `stored` is when the manifest was stored: its digests are valid for files that are not newer (companion 11.3). */
export const manifestEntries = (
  digests: ReadonlyMap<string, readonly string[]>,
  stored: Date | null,
  known: KnownPaths,
): PathAndEntry<DigestMetadata>[] => {
  const local = payloadPaths(digests.keys()) ?? alignPaths(digests.keys(), known);
  return [...digests].flatMap(([path, several]) =>
    several.map((digest): PathAndEntry<DigestMetadata> => {
      const entry = { type: 'DigestMetadata', source: 'BagIt', timestamp: stored, digest } as const;
      return [local.get(path) ?? path, entry];
    }),
  );
};

/** `stored` is used where the output has no time of the run. */
export const formatToolEntries = (
  { files, scanned }: IdentifiedFiles,
  local: ReadonlyMap<string, string>,
  { source, stored }: { readonly source: string; readonly stored: Date | null },
): PathAndEntry<FileFormatMetadata>[] =>
  [...files].flatMap(([path, file]) => {
    const entry = formatEntry(file, source, scanned ?? stored);
    return entry === null ? [] : [[local.get(path) ?? path, entry] as const];
  });

/** `stored` is when the output was stored. */
export const exifToolEntries = (
  blocks: readonly ExifBlock[],
  stored: Date | null,
  known: KnownPaths,
): PathAndEntry<ExifMetadata>[] => {
  const local = alignPaths(
    blocks.map(({ path }) => path),
    known,
  );
  return blocks.map(({ path, tags }) => {
    const entry = { type: 'ExifMetadata', source: 'MetadataExtractTool', timestamp: stored, tags } as const;
    return [local.get(path) ?? path, entry];
  });
};
