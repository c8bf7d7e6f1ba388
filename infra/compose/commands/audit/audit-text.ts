import { countText, numberText, sizeText } from '../../../../clients/command-line/output/amounts.js';
import { lineOf } from '../../../../clients/command-line/output/cells.js';
import type { Output } from '../../../../clients/command-line/program/output.js';
import { escapePath } from '../../../../formats/paths/repository-path.js';
import { screenRow, type ReportRow } from '../report-row.js';

/** What an audit counted. */
export interface AuditEnd {
  readonly findings: number;
  readonly objects: number;
  readonly versions: number;
  readonly files: number;
  readonly bytes: number;
  /** Objects of which a job is writing the next version. */
  readonly inProgress: number;
}

/** A finding: into a pipe six cells between tabs, which are code, group, key, expected, found, message; `-` for nothing. */
export const findingText = (row: ReportRow, { form, paint }: Pick<Output, 'form' | 'paint'>): string => {
  const { code, group, key, expected, found, message } = row;
  if (form === 'terminal') return screenRow(row, code, (text) => paint('red', text));
  return lineOf(code, group === null ? '-' : escapePath(group), key ?? '-', expected ?? '-', found ?? '-', message);
};

/** A finding as a JSON line. */
export const findingRecord = ({ code, archivalGroup, key, expected, found, message }: ReportRow): object => ({
  type: 'finding',
  ...{ code, archivalGroup, key, expected, found, message },
});

const readText = ({ objects, versions, files, bytes }: AuditEnd): string =>
  [
    countText(objects, 'object'),
    countText(versions, 'version'),
    countText(files, 'file'),
    `${sizeText(bytes)} read`,
  ].join(', ');

/** The last line. */
export const auditVerdict = (end: AuditEnd): string => {
  const { findings, inProgress } = end;
  const onTheWay = inProgress === 0 ? '' : `; ${countText(inProgress, 'job')} under way`;
  return `${findings === 0 ? 'No findings' : countText(findings, 'finding')}: ${readText(end)}${onTheWay}.\n`;
};

/** How far an audit came that was stopped: `1,204 of about 3,000 objects`. */
export const reachedText = (objects: number, of: number | null): string =>
  of === null ? countText(objects, 'object') : `${numberText(objects)} of about ${countText(of, 'object')}`;
