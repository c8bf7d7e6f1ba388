import { outputReader } from './output-reader.js';
import { readExifOutput, type ExifBlock } from './exif-output.js';
import type { OutputPlaces } from './find-outputs.js';
import { readFormatCsv } from './format-identification/format-csv.js';
import { readFormatYaml } from './format-identification/format-yaml.js';
import type { IdentifiedFiles } from './format-identification/identified-files.js';
import { LONGEST, type Limits } from '../text/limits.js';
import type { ToolSources, ToolWarning } from './tool-readings.js';
import { readVirusLog, type VirusLog } from './virus-scan/virus-log.js';
import { wholeText } from '../text/decoded-text.js';

/** The content of the tool outputs, by the tools' own paths; null for each that is missing or unusable. */
export interface RawOutputs {
  readonly formats: IdentifiedFiles | null;
  readonly report: string | null;
  readonly reportFormats: IdentifiedFiles | null;
  readonly virusLog: VirusLog | null;
  readonly virusDefinition: string | null;
  readonly exif: readonly ExifBlock[] | null;
  readonly warnings: readonly ToolWarning[];
}

/** The longest report that is read, in UTF-16 units. */
const LONGEST_REPORT = 1 << 23;

const isBlank = (text: string): boolean => text.trim() === '';
const hasNoFiles = ({ files }: IdentifiedFiles): boolean => files.size === 0;

/** Reads each output. The format tool's output is tried as YAML and as CSV, whatever its name. */
export const readRawOutputs = async (
  places: OutputPlaces,
  sources: Pick<ToolSources, 'open'>,
  limits: Limits,
): Promise<RawOutputs> => {
  const { read, warnings } = outputReader(sources, limits);
  const both = [readFormatYaml, readFormatCsv];
  const byName = (path: string | null): typeof both =>
    path?.toLowerCase().endsWith('.csv') ? both.toReversed() : both;
  return {
    formats: await read(places.formats, byName(places.formats), hasNoFiles),
    report: await read(places.report, [wholeText(LONGEST_REPORT)], isBlank),
    reportFormats: await read(places.reportFormats, byName(places.reportFormats), hasNoFiles),
    virusLog: await read(places.virusLog, [readVirusLog], () => false),
    virusDefinition: (await read(places.virusDefinition, [wholeText(LONGEST)], isBlank))?.trim() ?? null,
    exif: await read(places.exif, [readExifOutput], ({ length }) => length === 0),
    warnings,
  };
};
