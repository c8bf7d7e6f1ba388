import { csvRecord } from '../../text/csv-record.js';
import { failureOf, isIdentified, type AllFindings } from '../findings/file-findings.js';
import type { ReportStatistics } from './statistics.js';

/** A file of `csv_reports/`. */
export interface CsvReport {
  /** Such as `formats.csv`. */
  readonly name: string;
  /** Made anew on each call. */
  readonly lines: () => Iterable<string> | AsyncIterable<string>;
}

/** The tables of a report, in the batch report tool's layout; those without a record are left out, as it does. */
export const csvReports = (statistics: ReportStatistics, findings: AllFindings): readonly CsvReport[] => {
  const { formats, versions, mimeTypes, years } = statistics;
  return [
    report(
      'formats',
      ['Format', 'ID', 'Count'],
      formats.map(({ format, id, files }) => [format, id, files]),
    ),
    report(
      'formatVersions',
      ['Format', 'ID', 'Version', 'Count'],
      versions.map(({ format, id, version, files }) => [format, id, version, files]),
    ),
    report('mimetypes', ['MIME type', 'Count'], mimeTypes),
    report('years', ['Year Last Modified', 'Count'], years),
    ...(statistics.unidentified.count > 0 ? [named('unidentified', ['Filename'], findings, unidentified)] : []),
    ...(statistics.warnings.count > 0 ? [named('warnings', ['Filename', 'Warning'], findings, warnings)] : []),
    ...(statistics.errors.count > 0 ? [named('errors', ['Filename', 'Error'], findings, errors)] : []),
    ...(statistics.duplicates.length > 0
      ? [named('duplicates', ['Filename', 'Filesize', 'SHA-256'], findings, duplicates(statistics))]
      : []),
  ];
};

type Row = readonly (string | number)[];
type File = AllFindings extends AsyncIterable<infer Each> ? Each : never;

const report = (name: string, header: Row, rows: readonly Row[]): CsvReport => ({
  name: `${name}.csv`,
  lines: () => [header, ...rows].map(csvRecord),
});

const named = (name: string, header: Row, findings: AllFindings, rowsOf: (each: File) => Row[]): CsvReport => ({
  name: `${name}.csv`,
  lines: async function* () {
    yield csvRecord(header);
    for await (const each of findings) yield* rowsOf(each).map(csvRecord);
  },
});

const unidentified = (each: File): Row[] => (each.identified !== null && !isIdentified(each) ? [[each.path]] : []);

const warnings = ({ path, identified }: File): Row[] =>
  (identified?.matches ?? []).flatMap(({ warning }) => (warning === '' ? [] : [[path, warning]]));

const errors = (each: File): Row[] => {
  const failure = failureOf(each);
  return failure === null ? [] : [[each.path, failure]];
};

const duplicates = ({ duplicates: shared }: ReportStatistics): ((each: File) => Row[]) => {
  const digests = new Set(shared.map(({ sha256 }) => sha256));
  return ({ path, identified }) =>
    identified !== null && digests.has(identified.sha256) ? [[path, identified.size, identified.sha256]] : [];
};
