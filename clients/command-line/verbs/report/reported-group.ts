import type { Archive, ArchivedVersion } from '../../../archive/archive.js';
import type { HistoryEntry } from '../../../api/resources.js';
import { agentName } from '../../looking/agent-name.js';
import { versionText, type GroupTarget } from '../../looking/target.js';
import { CommandFault } from '../../command-fault.js';
import { lastCheckOf, type LastCheck } from '../show/last-check.js';

/** What a report says of a group besides its files. */
export interface ReportedGroup {
  readonly group: string;
  readonly name: string | null;
  /** The version whose files are listed. */
  readonly version: ArchivedVersion;
  /** Number of the newest version. */
  readonly head: number;
  /** Newest first. */
  readonly versions: readonly ArchivedVersion[];
  readonly lastCheck: LastCheck | null;
}

/** Reads what is known of a group and its versions. */
export const readReportedGroup = async (
  archive: Pick<Archive, 'versions' | 'jobs'>,
  target: GroupTarget,
): Promise<ReportedGroup> => {
  const { group, name, head } = target;
  const versions: ArchivedVersion[] = [];
  for await (const each of archive.versions(group)) versions.push(each);
  const version = versions.find((each) => each.version === target.version);
  if (version === undefined)
    throw new CommandFault(`${versionText(target)} cannot be read.`, { code: 'version-not-found' });
  return { group, name, version, head, versions, lastCheck: await lastCheckOf(archive, group) };
};

/** An event of a group: who did what, and when. */
export interface ReportedEvent {
  /** RFC 3339. */
  readonly at: string;
  readonly agent: string;
  readonly sentence: string;
}

/** The events of a group, newest first. */
export async function* reportedEvents(archive: Pick<Archive, 'history'>, group: string): AsyncGenerator<ReportedEvent> {
  for await (const each of archive.history(group)) {
    const { at, agent, sentence } = each as unknown as HistoryEntry;
    yield { at, agent: agentName(agent), sentence };
  }
}
