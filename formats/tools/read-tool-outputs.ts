import type { MetadataEntry, ToolOutput } from '../metadata/entries.js';
import type { ReadBag } from '../bagit/bag-under-test.js';
import { fileReport } from './file-report.js';
import { findOutputs, type OutputPlaces } from './find-outputs.js';
import { knownPaths, type KnownPaths } from './paths/known-paths.js';
import { LIMITS, type Limits } from '../text/limits.js';
import { alignInForms, asItIs } from './paths/align-in-forms.js';
import { withSlashes } from './paths/path-in-line.js';
import { readRawOutputs, type RawOutputs } from './raw-outputs.js';
import { coverageOf, type ListedSizes, type ScanCoverage } from './virus-scan/scan-coverage.js';
import { exifToolEntries, formatToolEntries, type PathAndEntry } from './entries-of-outputs.js';
import { TOOL_NAMES, type ToolNames } from './tool-names.js';
import type { ToolReadings, ToolSources } from './tool-readings.js';
import { manifestEntries, readWorkspaceBag } from './workspace-bag.js';
import { virusEntries } from './virus-scan/virus-entries.js';
import { appendToList } from '../../flow/append-to-list.js';

/**
 * Reads all tool outputs of a workspace (preservation 2.9). Never rejects: an output that cannot be read, or only in
 * part, gives a warning, and the others are still read.
 */
export const readToolOutputs = async (
  sources: ToolSources,
  names: ToolNames = TOOL_NAMES,
  limits: Limits = LIMITS,
): Promise<ToolReadings> => {
  const files = [...sources.files];
  const modified = new Map(files.map((file) => [file.path, file.modified]));
  const places = findOutputs(modified.keys(), names);
  const { filesRoot } = places;
  const { bag, warnings } = await readWorkspaceBag(files, sources, limits);
  const raw = await readRawOutputs(places, sources, limits);
  const stored = (place: string | null): Date | null => modified.get(place ?? '') ?? null;
  const isFile = (path: string): boolean => path.startsWith(filesRoot) && !path.endsWith('/');
  const known = knownPaths([...modified.keys()].filter(isFile).map((path) => path.slice(filesRoot.length)));

  const listed = alignInForms(raw.reportFormats?.files.keys() ?? [], known, [asItIs, withSlashes]);
  const coverage = raw.virusLog && coverageOf(raw.virusLog, known, sizesOf(raw, listed));
  const entries = entriesIn({ bag, raw, places, known, listed, coverage, stored });
  const report = { path: places.report?.slice(filesRoot.length), content: raw.report, stored: stored(places.report) };
  const reported = { paths: new Set(listed.values()), stored: stored(places.reportFormats) };
  return {
    filesRoot,
    entries,
    documentsOf: (path) => [
      ...(path === report.path && report.content !== null
        ? [toolOutput('BatchReportTool', report.stored, report.content)]
        : []),
      ...(reported.paths.has(path)
        ? [toolOutput('Exif', reported.stored, fileReport(path, entries.get(path) ?? []))]
        : []),
    ],
    bag,
    warnings: [
      ...warnings,
      ...raw.warnings,
      ...(coverage?.problems ?? []).map((each) => ({ path: places.virusLog ?? '', ...each })),
    ],
  };
};

/** The sizes of the files in the batch report, by local path. */
const sizesOf = ({ reportFormats }: RawOutputs, listed: ReadonlyMap<string, string>): ListedSizes =>
  new Map([...listed].map(([path, local]) => [local, reportFormats?.files.get(path)?.size ?? null]));

const toolOutput = (source: string, timestamp: Date | null, content: string): ToolOutput => ({
  type: 'ToolOutput',
  contentType: 'text/html',
  source,
  timestamp,
  content,
});

interface ReadOutputs {
  readonly bag: ReadBag | null;
  readonly raw: RawOutputs;
  readonly places: OutputPlaces;
  readonly known: KnownPaths;
  /** The local paths of the files in the batch report. */
  readonly listed: ReadonlyMap<string, string>;
  readonly coverage: ScanCoverage | null;
  /** When an output was stored. */
  readonly stored: (place: string | null) => Date | null;
}

/** The entries of all outputs by local path, in the order of `ToolReadings.entries`. */
const entriesIn = ({
  bag,
  raw,
  places,
  known,
  listed,
  coverage,
  stored,
}: ReadOutputs): Map<string, MetadataEntry[]> => {
  const formats = alignInForms(raw.formats?.files.keys() ?? [], known, [asItIs, withSlashes]);
  const formatTool = { source: 'FormatIdTool', stored: stored(places.formats) };
  const batchReport = { source: 'BatchReportTool', stored: stored(places.reportFormats) };
  const scans = coverage && {
    coverage,
    listed: listed.values(),
    definition: raw.virusDefinition,
    stored: stored(places.virusLog),
  };
  return byPath([
    bag && manifestEntries(bag, known, stored),
    raw.formats && formatToolEntries(raw.formats, formats, formatTool),
    raw.reportFormats && formatToolEntries(raw.reportFormats, listed, batchReport),
    raw.virusLog && scans && virusEntries(raw.virusLog, scans),
    raw.exif && exifToolEntries(raw.exif, stored(places.exif), known),
  ]);
};

const byPath = (outputs: readonly (Iterable<PathAndEntry<MetadataEntry>> | null)[]): Map<string, MetadataEntry[]> => {
  const entries = new Map<string, MetadataEntry[]>();
  for (const [path, entry] of outputs.flatMap((each) => [...(each ?? [])])) appendToList(entries, path, entry);
  return entries;
};
