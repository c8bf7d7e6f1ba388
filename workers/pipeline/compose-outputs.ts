import { createWriteStream } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvReports } from '../../formats/tools/report/csv-reports.js';
import { exifLines } from '../../formats/tools/report/exif-lines.js';
import { formatRecords } from '../../formats/tools/report/format-records.js';
import { reportPage } from '../../formats/tools/report/report-page.js';
import { reportStatistics } from '../../formats/tools/report/statistics.js';
import type { OutputNames } from '../../formats/tools/tool-names.js';
import { virusLogLines } from '../../formats/tools/report/virus-log-lines.js';
import type { UsedScanner } from '../../formats/tools/findings/findings.js';
import type { AllFindings } from '../../formats/tools/findings/file-findings.js';
import type { Output } from './store-outputs.js';
import type { ToolVersions } from './tool-versions.js';

/** What the outputs of a run are made of. */
export interface OutputSources {
  /** An empty folder on the local disk. */
  readonly folder: string;
  readonly findings: AllFindings;
  readonly versions: ToolVersions;
  /** The signatures of the virus scanner; null where none was used, or it does not tell. */
  readonly knownViruses: number | null;
  /** The software that writes them, with its version. */
  readonly writer: string;
  readonly begun: Date;
  readonly ended: Date;
  /** Writes the batch report tool's report into a folder; null where the platform writes it. */
  readonly report: ((destination: string) => Promise<void>) | null;
  readonly names: OutputNames;
  readonly signal: AbortSignal;
}

/**
 * Writes the outputs of a run to the local disk, at their places below `metadata/` (preservation 2.9), one after the
 * other and in a stream. What the tools found of each file is always written by the platform, from their results; the
 * report and its tables are the batch report tool's, where there is one.
 */
export const composeOutputs = async (composing: OutputSources): Promise<readonly Output[]> => {
  const { findings, versions, begun, ended, folder, names } = composing;
  const scanner = usedScanner(composing);
  if (composing.report === null) await writeReport(composing);
  else await composing.report(await folderIn(folder, names.report));
  await write(composing, `${names.report}/${names.formats}`, formatRecords(findings));
  if (scanner !== null) {
    await write(
      composing,
      `${names.report}/logs/viruscheck-log.txt`,
      virusLogLines(findings, { scanner, begun, ended }),
    );
    await write(composing, 'metadata/virus-definition/virus-definition.txt', [`${scanner.definition}\n`]);
  }
  if (versions.extractor !== null) await write(composing, 'metadata/exif/exif_output.txt', exifLines(findings));
  return outputsIn(folder);
};

const usedScanner = ({ versions: { scanner }, knownViruses }: OutputSources): UsedScanner | null =>
  scanner === null ? null : { ...scanner, knownViruses };

const writeReport = async (composing: OutputSources): Promise<void> => {
  const { findings, versions, writer, begun, ended, names } = composing;
  const statistics = await reportStatistics(findings);
  for (const { name, lines } of csvReports(statistics, findings))
    await write(composing, `${names.report}/csv_reports/${name}`, lines());
  const provenance = { ...versions, scanner: usedScanner(composing), writer, begun, ended };
  await write(composing, `${names.report}/report.html`, reportPage(statistics, provenance));
};

const folderIn = async (folder: string, path: string): Promise<string> => {
  const inside = join(folder, path);
  await mkdir(inside, { recursive: true });
  return inside;
};

const write = async (
  { folder, signal }: OutputSources,
  path: string,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<void> => {
  await folderIn(folder, dirname(path));
  await pipeline(Readable.from(inBlocks(lines), { objectMode: false }), createWriteStream(join(folder, path)), {
    signal,
  });
};

const BLOCK = 65_536;

async function* inBlocks(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting: string[] = [];
  let length = 0;
  for await (const line of lines) {
    waiting.push(line);
    length += line.length;
    if (length < BLOCK) continue;
    yield Buffer.from(waiting.join(''));
    [waiting, length] = [[], 0];
  }
  if (length > 0) yield Buffer.from(waiting.join(''));
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  csv: 'text/csv',
  txt: 'text/plain',
};

/** Every file that was written; a list of folders as a tree is left out (companion 12.2). */
const outputsIn = async (folder: string): Promise<readonly Output[]> => {
  const outputs: Output[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.includes('tree.txt')) continue;
    const location = join(entry.parentPath, entry.name);
    const path = location.slice(folder.length + 1).replaceAll('\\', '/');
    const contentType = CONTENT_TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    outputs.push({ path, location, size: (await stat(location)).size, contentType });
  }
  return outputs.sort((a, b) => (a.path < b.path ? -1 : 1));
};
