import type { IdentifierVersion, UsedScanner } from '../findings/findings.js';
import { escapeHtml } from '../../text/escape-html.js';
import { REPORT_STYLE } from './report-style.js';
import type { NamedFiles, ReportStatistics } from './statistics.js';

/** What a report names besides the files; null for a tool that is not wanted. */
export interface ReportProvenance {
  /** The software that wrote the report, with its version. */
  readonly writer: string;
  readonly identifier: IdentifierVersion | null;
  readonly scanner: UsedScanner | null;
  readonly extractor: string | null;
  readonly begun: Date;
  readonly ended: Date;
}

/**
 * The report on the files of a deposit: one page of HTML that needs nothing else, in the sections of the batch report
 * tool's. Every value is escaped; lists of files are cut, and say where the rest is.
 */
export function* reportPage(statistics: ReportStatistics, provenance: ReportProvenance): Generator<string> {
  const sections = sectionsOf(statistics, provenance);
  yield `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n`;
  yield `<meta name="viewport" content="width=device-width, initial-scale=1">\n`;
  yield `<title>Report on the files of a deposit</title>\n<style>\n${REPORT_STYLE}</style>\n</head>\n<body>\n`;
  yield `<header>\n<h1>Report on the files of a deposit</h1>\n<nav aria-label="Sections">\n`;
  for (const { id, title } of sections) yield `<a href="#${id}">${title}</a>\n`;
  yield `</nav>\n</header>\n<main>\n`;
  for (const { id, title, content } of sections) {
    yield `<section id="${id}">\n<h2>${title}</h2>\n`;
    yield* content;
    yield `</section>\n`;
  }
  yield `</main>\n</body>\n</html>\n`;
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Iterable<string>;
}

const sectionsOf = (statistics: ReportStatistics, provenance: ReportProvenance): readonly Section[] => {
  const { formats, versions, mimeTypes, years, unidentified, warnings, errors } = statistics;
  return [
    { id: 'provenance', title: 'Provenance', content: provenanceFacts(provenance) },
    { id: 'statistics', title: 'Statistics', content: statisticsFacts(statistics) },
    { id: 'viruses', title: 'Virus scan', content: virusContent(statistics, provenance.scanner) },
    {
      id: 'formats',
      title: 'File formats',
      content: table(
        'Files of each format',
        ['Format', 'ID', 'Files'],
        formats.map((each) => [each.format, each.id, each.files]),
      ),
    },
    {
      id: 'versions',
      title: 'File format versions',
      content: table(
        'Files of each version of a format',
        ['Format', 'ID', 'Version', 'Files'],
        versions.map((each) => [each.format, each.id, each.version, each.files]),
      ),
    },
    {
      id: 'mime-types',
      title: 'MIME types',
      content: table('Files of each MIME type', ['MIME type', 'Files'], mimeTypes),
    },
    {
      id: 'years',
      title: 'Last modified',
      content: table('Files by the year of their last change', ['Year', 'Files'], years),
    },
    {
      id: 'unidentified',
      title: 'Unidentified',
      content: fileTable('Files without exactly one format', unidentified, 'unidentified'),
    },
    {
      id: 'warnings',
      title: 'Warnings',
      content: fileTable('Warnings of the format identification', warnings, 'warnings'),
    },
    { id: 'errors', title: 'Errors', content: fileTable('Files that a tool could not work', errors, 'errors') },
    { id: 'duplicates', title: 'Duplicates', content: duplicatesContent(statistics) },
  ];
};

type Facts = readonly (readonly [term: string, value: string | number | null])[];

function* facts(list: Facts): Generator<string> {
  yield '<dl>\n';
  for (const [term, value] of list)
    yield `<dt>${term}</dt><dd>${value === null || value === '' ? 'not known' : escapeHtml(`${value}`)}</dd>\n`;
  yield '</dl>\n';
}

const provenanceFacts = ({
  writer,
  identifier,
  scanner,
  extractor,
  begun,
  ended,
}: ReportProvenance): Iterable<string> =>
  facts([
    ['Written by', writer],
    ['Format identification', identifier === null ? 'not wanted' : `Siegfried ${identifier.version}`],
    ...(identifier === null ? [] : ([['Signatures', `${identifier.signature} (${identifier.created})`]] as const)),
    ...(identifier?.identifiers ?? []).map(({ name, details }) => [`Identifier ${escapeHtml(name)}`, details] as const),
    ['Virus scanner', scanner === null ? 'not wanted' : scanner.definition],
    ['Metadata extraction', extractor === null ? 'not wanted' : `ExifTool ${extractor}`],
    ['Begun', begun.toISOString()],
    ['Ended', ended.toISOString()],
  ]);

const statisticsFacts = (statistics: ReportStatistics): Iterable<string> => {
  const { files, size, empty, distinct, earliest, latest, identified, unidentified, formats, duplicates } = statistics;
  const doubled = duplicates.reduce((sum, { count }) => sum + count, 0);
  return facts([
    ['Files', files],
    ['Size', `${sizeText(size)} (${size} bytes)`],
    ['Distinct files', distinct],
    ['Duplicates', `${doubled} files in ${duplicates.length} sets of equal ones`],
    ['Empty files', empty],
    ['Earliest change', earliest],
    ['Latest change', latest],
    ['Identified files', identified],
    ['Unidentified files', unidentified.count],
    ['Formats', formats.length],
    ['Not scanned for viruses', statistics.unread.count],
    ['Warnings', statistics.warnings.count],
    ['Errors', statistics.errors.count],
  ]);
};

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];

const sizeText = (size: number): string => {
  const power = size < 1 ? 0 : Math.min(Math.floor(Math.log10(size) / 3), UNITS.length - 1);
  return `${(size / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
};

function* virusContent({ infected, unread, files }: ReportStatistics, scanner: UsedScanner | null): Generator<string> {
  if (scanner === null) {
    yield '<p>No virus scan was made.</p>\n';
    return;
  }
  const clean = files - infected.count - unread.count;
  const { knownViruses } = scanner;
  const known = knownViruses === null ? '' : ` It knows ${knownViruses} ${knownViruses === 1 ? 'virus' : 'viruses'}.`;
  yield `<p>${escapeHtml(scanner.definition)}.${known}</p>\n`;
  if (infected.count > 0) yield `<p class="alarm">A virus was found in ${counted(infected.count)}.</p>\n`;
  if (unread.count > 0) yield `<p class="alarm">Not scanned, or not to the end: ${counted(unread.count)}.</p>\n`;
  yield `<p>Without a virus: ${counted(clean)}.</p>\n`;
  if (infected.count > 0) yield* fileTable('Infected files', infected, null);
  if (unread.count > 0) yield* fileTable('Files that were not scanned, or not to the end', unread, 'errors');
}

const counted = (files: number): string => `${files} ${files === 1 ? 'file' : 'files'}`;

function* table(
  caption: string,
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Generator<string> {
  if (rows.length === 0) {
    yield '<p>None.</p>\n';
    return;
  }
  yield `<table>\n<caption>${caption}</caption>\n<thead><tr>`;
  for (const title of header) yield `<th scope="col">${title}</th>`;
  yield '</tr></thead>\n<tbody>\n';
  for (const row of rows) yield `<tr>${row.map(cell).join('')}</tr>\n`;
  yield '</tbody>\n</table>\n';
}

const cell = (value: string | number): string =>
  typeof value === 'number' ? `<td class="number">${value}</td>` : `<td>${escapeHtml(value)}</td>`;

/** `csv` is the report with all of them; null where the list is all there is besides the virus log. */
function* fileTable(caption: string, { named, count }: NamedFiles, csv: string | null): Generator<string> {
  const hasWords = named.some(({ words }) => words !== '');
  yield* table(
    caption,
    hasWords ? ['File', 'Message'] : ['File'],
    named.map(({ path, words }) => (hasWords ? [path, words] : [path])),
  );
  if (count > named.length)
    yield `<p>And ${count - named.length} more: see <code>${csv === null ? 'logs/viruscheck-log.txt' : `csv_reports/${csv}.csv`}</code>.</p>\n`;
}

/** How many sets of equal files the page shows, and how many files of each. */
const SETS = 200;
const FILES_OF_SET = 20;

function* duplicatesContent({ duplicates }: ReportStatistics): Generator<string> {
  if (duplicates.length === 0) yield '<p>None.</p>\n';
  for (const { sha256, paths, count } of duplicates.slice(0, SETS)) {
    yield `<h3>${counted(count)} with SHA-256 <code>${escapeHtml(sha256)}</code></h3>\n<ul>\n`;
    for (const path of paths.slice(0, FILES_OF_SET)) yield `<li>${escapeHtml(path)}</li>\n`;
    yield '</ul>\n';
    if (count > FILES_OF_SET) yield `<p>And ${count - FILES_OF_SET} more.</p>\n`;
  }
  if (duplicates.length > SETS)
    yield `<p>And ${duplicates.length - SETS} more sets of equal files: see <code>csv_reports/duplicates.csv</code>.</p>\n`;
}
