import type { MetadataEntry, ToolOutput } from '../metadata/entries.js';
import { fileReport } from './file-report.js';
import { findOutputs } from './find-outputs.js';
import { knownPaths } from './paths/known-paths.js';
import { LIMITS, type Limits } from './text/limits.js';
import { alignPaths } from './paths/path-alignment.js';
import { readRawOutputs } from './raw-outputs.js';
import { coverageOf, problemsOf } from './virus-scan/scan-coverage.js';
import { saidByExifTool, saidByFormatTool, saidByManifest, type Said } from './said-of-files.js';
import { TOOL_NAMES, type ToolNames } from './tool-names.js';
import type { ToolReadings, ToolSources } from './tool-readings.js';
import { virusEntries } from './virus-scan/virus-entries.js';

/**
 * Reads all that tools have left in a workspace (preservation 2.9). Never rejects: an output that cannot be read, or only
 * in part, is a warning, and the others are read all the same.
 */
export const readToolOutputs = async (
  sources: ToolSources,
  names: ToolNames = TOOL_NAMES,
  limits: Limits = LIMITS,
): Promise<ToolReadings> => {
  const modified = new Map([...sources.files].map((file) => [file.path, file.modified]));
  const places = findOutputs(modified.keys(), names);
  const { filesRoot } = places;
  const raw = await readRawOutputs(places, sources, limits);
  const stored = (place: string | null): Date | null => modified.get(place ?? '') ?? null;
  const isFile = (path: string): boolean => path.startsWith(filesRoot) && !path.endsWith('/');
  const known = knownPaths([...modified.keys()].filter(isFile).map((path) => path.slice(filesRoot.length)));

  const formats = alignPaths(raw.formats?.files.keys() ?? [], known);
  const listed = alignPaths(raw.reportFormats?.files.keys() ?? [], known);
  const log = raw.virusLog;
  const coverage = log && coverageOf(log, known, new Set(listed.values()));
  const scans = coverage && {
    coverage,
    listed: listed.values(),
    definition: raw.virusDefinition,
    stored: stored(places.virusLog),
  };
  const formatTool = { source: 'FormatIdTool', stored: stored(places.formats) };
  const batchReport = { source: 'BatchReportTool', stored: stored(places.reportFormats) };
  const entries = byPath([
    raw.manifest && saidByManifest(raw.manifest, stored(places.manifest), known),
    raw.formats && saidByFormatTool(raw.formats, formats, formatTool),
    raw.reportFormats && saidByFormatTool(raw.reportFormats, listed, batchReport),
    log && scans && virusEntries(log, scans),
    raw.exif && saidByExifTool(raw.exif, stored(places.exif), known),
  ]);

  const reported = new Set(listed.values());
  const document = { type: 'ToolOutput', contentType: 'text/html' } as const;
  const report = places.report?.slice(filesRoot.length);
  return {
    filesRoot,
    entries,
    documentsOf: (path) => {
      const documents: ToolOutput[] = [];
      if (path === report && raw.report !== null) {
        const timestamp = stored(places.report);
        documents.push({ ...document, source: 'BatchReportTool', timestamp, content: raw.report });
      }
      if (reported.has(path)) {
        const content = fileReport(path, entries.get(path) ?? []);
        documents.push({ ...document, source: 'Exif', timestamp: batchReport.stored, content });
      }
      return documents;
    },
    warnings: [...raw.warnings, ...problemsOf(places.virusLog, coverage)],
  };
};

const byPath = (said: readonly (Iterable<Said<MetadataEntry>> | null)[]): Map<string, MetadataEntry[]> => {
  const entries = new Map<string, MetadataEntry[]>();
  for (const [path, entry] of said.flatMap((each) => [...(each ?? [])])) {
    const before = entries.get(path);
    if (before === undefined) entries.set(path, [entry]);
    else before.push(entry);
  }
  return entries;
};
