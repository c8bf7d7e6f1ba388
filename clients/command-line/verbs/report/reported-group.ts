import type { Archive, ArchivedEvent, ArchivedFile, ArchivedVersion, VersionReport } from '../../../archive/archive.js';
import type { HistoryEntry } from '../../../api/resources.js';
import { agentName } from '../../looking/agent-name.js';
import { formatCell } from '../../looking/file-cells.js';
import type { GroupTarget } from '../../looking/target.js';

/** How many files have a format, and how large they are together. */
export interface FormatSum {
  /** As `PNG 1.1 fmt/12`; null where it is not known. */
  readonly name: string | null;
  readonly files: number;
  readonly bytes: number;
}

/** What a report says of a group; files and events are read while it is written. */
export interface ReportedGroup {
  readonly group: string;
  readonly name: string | null;
  /** The version whose files are listed. */
  readonly version: ArchivedVersion;
  /** Number of the newest version. */
  readonly head: number;
  /** Newest first. */
  readonly versions: readonly ArchivedVersion[];
  readonly lastCheck: VersionReport['lastCheck'];
  /** Of the depositor's files, the most frequent first. */
  readonly formats: readonly FormatSum[];
  /** What the scan for viruses found in them. */
  readonly viruses: { readonly scanned: number; readonly infected: number };
  /** By stored path. */
  readonly files: AsyncIterable<ArchivedFile> | Iterable<ArchivedFile>;
  readonly events: AsyncIterable<ReportedEvent>;
}

/** An event of a group: who did what, and when. */
export interface ReportedEvent {
  /** RFC 3339. */
  readonly at: string;
  readonly agent: string;
  readonly sentence: string;
}

/** Reads the report of a version; what is too long for that is listed. */
export const readReportedGroup = async (
  archive: Pick<Archive, 'report' | 'versions' | 'files' | 'history'>,
  { group, name, head, version: number }: GroupTarget,
): Promise<ReportedGroup> => {
  const report = await archive.report(group, number);
  const { version, lastCheck, findings, files, events } = report;
  const versions = report.olderVersions === 0 ? report.versions : await allOf(archive.versions(group));
  return {
    ...{ group, name, version, head, versions, lastCheck },
    formats: formatsOf(report),
    viruses: { scanned: findings.scanned, infected: findings.infected },
    files: files ?? archive.files(group, number),
    events: reportedEvents(report.olderEvents ? archive.history(group) : events),
  };
};

const allOf = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** The formats, and the files without any. */
const formatsOf = ({ version, findings, formats }: VersionReport): FormatSum[] => {
  const named = formats.map(({ files, bytes, ...format }) => ({
    name: formatCell({ format, mediaType: null }, { form: 'pipe' }),
    ...{ files, bytes },
  }));
  const files = version.files - findings.identified;
  const bytes = formats.reduce((left, format) => left - format.bytes, version.bytes);
  return files === 0 ? named : [...named, { name: null, files, bytes }].toSorted((a, b) => b.files - a.files);
};

async function* reportedEvents(
  events: AsyncIterable<ArchivedEvent> | readonly ArchivedEvent[],
): AsyncGenerator<ReportedEvent> {
  for await (const each of events) {
    const { at, agent, sentence } = each as unknown as HistoryEntry;
    yield { at, agent: agentName(agent), sentence };
  }
}
