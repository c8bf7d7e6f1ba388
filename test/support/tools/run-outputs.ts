/** The folder of the report that a pipeline run writes. */
export const REPORT = 'metadata/batchreport';

/** What a pipeline run with all tools writes about files that are all different (preservation 2.9). */
export const OUTPUTS = [
  `${REPORT}/csv_reports/formatVersions.csv`,
  `${REPORT}/csv_reports/formats.csv`,
  `${REPORT}/csv_reports/mimetypes.csv`,
  `${REPORT}/csv_reports/years.csv`,
  `${REPORT}/formatid.csv`,
  `${REPORT}/logs/viruscheck-log.txt`,
  `${REPORT}/report.html`,
  'metadata/exif/exif_output.txt',
  'metadata/virus-definition/virus-definition.txt',
];
