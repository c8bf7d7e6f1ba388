import { escapePath, type RepositoryPath } from '../../../formats/paths/repository-path.js';
import { counted, lineOf } from '../../../clients/command-line/output/cells.js';
import { readableBytes } from '../../../clients/command-line/output/progress.js';

/** One finding of an audit, for the output. */
export interface AuditRow {
  readonly code: string;
  readonly group: RepositoryPath | null;
  readonly key: string;
  readonly message: string;
  readonly expected: string | null;
  readonly found: string | null;
}

/** The counts of an audit. */
export interface AuditCounts {
  readonly objects: number;
  readonly versions: number;
  readonly files: number;
  readonly bytesRead: number;
  readonly inProgress: number;
  readonly findings: number;
}

/** A finding as one line of six cells between tabs: code, group, key, expected, found, message; `-` for nothing. */
export const rowText = ({ code, group, key, expected, found, message }: AuditRow): string =>
  lineOf(code, group === null ? '-' : escapePath(group), key, expected ?? '-', found ?? '-', message);

/** The progress of an audit, or its end. */
export const progressText = ({ objects, versions, files, bytesRead }: AuditCounts): string =>
  `${counted(objects, 'object')}, ${counted(versions, 'version')}, ${counted(files, 'file')}, ${readableBytes(bytesRead)} read`;

/** The last line of the output. */
export const summaryText = (counts: AuditCounts): string => {
  const { findings, inProgress } = counts;
  const onTheWay = inProgress === 0 ? '' : `; ${counted(inProgress, 'job')} on the way`;
  return `${findings === 0 ? 'No findings' : counted(findings, 'finding')}: ${progressText(counts)}${onTheWay}.\n`;
};
