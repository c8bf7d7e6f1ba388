import type { VersionReport } from '../../../../clients/archive/archive.js';
import type { FileOfVersion } from '../../../../commands/reads/files-of-version.js';
import type { VersionAt } from '../../../../commands/reads/stored-version.js';
import { versionCounts } from '../../../../gateways/files/version-counts.js';
import { reportOf, type Report } from '../../../../gateways/preservation/report/report-of.js';
import { readJobDocuments } from './local-jobs.js';
import type { LocalGroups } from './local-groups.js';
import type { LocalStores } from './local-stores.js';

/** What a report reads. */
interface ReportedFolder {
  readonly stores: Pick<LocalStores, 'events' | 'documents'>;
  readonly groups: Pick<LocalGroups, 'reader' | 'version'>;
  readonly described: (at: VersionAt) => Promise<readonly FileOfVersion[]>;
}

const ENDED_AUDITS = { kinds: ['audit'], states: ['completed', 'completedWithErrors'] } as const;

/** A METS that cannot be read fails the report. */
const thrown = (fault: unknown): never => {
  throw fault;
};

/** The report of a version, as `GET /reports/{path}` has it; no address begins with that of a service. */
export const readReport = async (
  { stores: { events, documents }, groups, described }: ReportedFolder,
  at: VersionAt,
): Promise<VersionReport> => {
  const stored = ({ group, version }: VersionAt) => groups.version(group, version);
  const counts = versionCounts({ dependencies: { events }, stored });
  const members = reportOf(
    {
      ...{ events, stored, described },
      audits: readJobDocuments(events, documents, ENDED_AUDITS),
      inventory: await groups.reader.inventory(at.group, at.head),
      counts: await counts({ group: { path: at.group }, head: at.head }),
      telling: { base: '', language: 'en' },
      problemOf: thrown,
    },
    at,
  );
  const report: Record<string, unknown> = {};
  for await (const [name, value] of members) report[name] = value;
  const { findings, formats, ...others } = report as unknown as Report;
  if (findings === null || formats === null) throw new Error('the METS was not read');
  return { ...others, findings, formats };
};
