import type { ArchivedEvent, ArchivedFile, ArchivedJob, VersionReport } from '../../../clients/archive/archive.js';
import type { FileOfVersion } from '../../../commands/reads/files-of-version.js';
import { runToEnd } from '../../../flow/slices.js';
import { countFiles } from '../../../gateways/preservation/report/count-files.js';
import { resourcePath } from '../../../clients/command-line/looking/resource-path.js';
import type { ListedGroup } from './listed-group.js';
import { versionOf } from './version-changes.js';

const checkOf = (group: string, jobs: readonly ArchivedJob[]): VersionReport['lastCheck'] => {
  const audit = jobs.find(
    ({ kind, archivalGroup: of }) =>
      kind === 'audit' && (of === null || (typeof of === 'string' && resourcePath(of) === group)),
  );
  if (audit === undefined) return null;
  const { id: job, finished, failures } = audit;
  return { job, finished: String(finished), quick: false, findings: Number(failures) };
};

const withScans = (file: ArchivedFile): FileOfVersion => ({
  ...file,
  scans: file.virus === null ? [] : [{ at: null, ...file.virus, definition: null }],
});

/** What is counted of files, and they themselves where they are not too many. */
const countedIn = (listed: readonly ArchivedFile[]) => {
  const { findings, formats, files } = runToEnd(countFiles(listed.map(withScans)));
  return { findings, formats, files: files === null ? null : listed };
};

/** The report of a version of an archive in memory. */
export const reportIn = (
  path: string,
  group: ListedGroup,
  version: number,
  { events, jobs }: { readonly events: readonly ArchivedEvent[]; readonly jobs: readonly ArchivedJob[] },
): VersionReport => ({
  version: versionOf(group, version),
  versions: group.versions.map((_, index) => versionOf(group, index + 1)).toReversed(),
  olderVersions: 0,
  lastCheck: checkOf(path, jobs),
  ...countedIn(group.versions[version - 1]?.files ?? []),
  events,
  olderEvents: false,
});
