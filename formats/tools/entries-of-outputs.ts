import type { ExifMetadata, FileFormatMetadata } from '../metadata/entries.js';
import type { ExifBlock } from './exif-output.js';
import { formatEntry, type IdentifiedFiles } from './format-identification/identified-files.js';
import type { KnownPaths } from './paths/known-paths.js';
import { alignInForms, asItIs } from './paths/align-in-forms.js';
import { pathOfLine } from './paths/path-in-line.js';

/** An entry with the local path of its file. */
export type PathAndEntry<Entry> = readonly [path: string, entry: Entry];

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
  const paths = blocks.map(({ path }) => path);
  const local = alignInForms(paths, known, [pathOfLine, asItIs]);
  return blocks.map(({ path, tags }) => {
    const entry = { type: 'ExifMetadata', source: 'MetadataExtractTool', timestamp: stored, tags } as const;
    return [local.get(path) ?? path, entry];
  });
};
