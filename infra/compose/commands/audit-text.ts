import { escapePath } from '../../../formats/paths/repository-path.js';
import { counted, lineOf } from '../../../clients/command-line/output/cells.js';
import { readableBytes } from '../../../clients/command-line/output/progress.js';
import type { AuditCounts } from '../../../workers/auditor/audit-counts.js';
import type { AuditFinding } from '../../../workers/auditor/audit-finding.js';

/** A finding as one line of six cells between tabs: code, group, key, expected, found, message; `-` for nothing. */
export const rowText = ({ code, group, key, expected, found, message }: AuditFinding): string =>
  lineOf(code, group === null ? '-' : escapePath(group), key, expected ?? '-', found ?? '-', message);

/** The progress of an audit, or its end. */
export const progressText = ({ objects, versions, files, bytesRead }: AuditCounts): string =>
  `${counted(objects, 'object')}, ${counted(versions, 'version')}, ${counted(files, 'file')}, ${readableBytes(bytesRead)} read`;

/** The last line of the output. */
export const summaryText = (counts: AuditCounts): string => {
  const { findings, inProgress } = counts;
  const onTheWay = inProgress === 0 ? '' : `; ${counted(inProgress, 'job')} under way`;
  return `${findings === 0 ? 'No findings' : counted(findings, 'finding')}: ${progressText(counts)}${onTheWay}.\n`;
};

/** The same for an audit that a platform has made. */
export const summaryOfJobText = ({
  failures,
  files,
}: {
  readonly failures: number;
  readonly files: number | null;
}): string =>
  `${failures === 0 ? 'No findings' : counted(failures, 'finding')}: ${counted(files ?? 0, 'file')} read by the platform that runs.\n`;
