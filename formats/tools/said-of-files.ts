import type { DigestMetadata, ExifMetadata, FileFormatMetadata } from '../metadata/entries.js';
import { payloadPaths } from './bagit-manifest.js';
import type { ExifBlock } from './exif-output.js';
import { formatEntry, type IdentifiedFiles } from './format-identification/identified-files.js';
import type { KnownPaths } from './paths/known-paths.js';
import { alignPaths } from './paths/path-alignment.js';

/** An entry and the local path of the file that it is about. */
export type Said<Entry> = readonly [path: string, entry: Entry];

/** `stored` is when the manifest was: its digests hold for files that are no younger (companion 11.3). */
export const saidByManifest = (
  digests: ReadonlyMap<string, readonly string[]>,
  stored: Date | null,
  known: KnownPaths,
): Said<DigestMetadata>[] => {
  const local = payloadPaths(digests.keys()) ?? alignPaths(digests.keys(), known);
  return [...digests].flatMap(([path, several]) =>
    several.map((digest): Said<DigestMetadata> => {
      const entry = { type: 'DigestMetadata', source: 'BagIt', timestamp: stored, digest } as const;
      return [local.get(path) ?? path, entry];
    }),
  );
};

/** `stored` stands in for the time of the run where the tool does not tell it. */
export const saidByFormatTool = (
  { files, scanned }: IdentifiedFiles,
  local: ReadonlyMap<string, string>,
  { source, stored }: { readonly source: string; readonly stored: Date | null },
): Said<FileFormatMetadata>[] =>
  [...files].flatMap(([path, file]) => {
    const entry = formatEntry(file, source, scanned ?? stored);
    return entry === null ? [] : [[local.get(path) ?? path, entry] as const];
  });

/** `stored` is when the output was. */
export const saidByExifTool = (
  blocks: readonly ExifBlock[],
  stored: Date | null,
  known: KnownPaths,
): Said<ExifMetadata>[] => {
  const local = alignPaths(
    blocks.map(({ path }) => path),
    known,
  );
  return blocks.map(({ path, tags }) => {
    const entry = { type: 'ExifMetadata', source: 'MetadataExtractTool', timestamp: stored, tags } as const;
    return [local.get(path) ?? path, entry];
  });
};
