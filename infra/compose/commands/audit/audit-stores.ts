import { CommandFault } from '../../../../clients/command-line/command-fault.js';
import type { Session } from '../../../../clients/command-line/program/verb.js';
import { watchedReader } from '../../../../formats/ocfl/storage-root/watched-reader.js';
import type { RepositoryPath } from '../../../../formats/paths/repository-path.js';
import { repository, type ResourceDocument } from '../../../../projections/repository/repository.js';
import { readView } from '../../../../projections/read-view.js';
import { auditAll, auditKnownGroup, type AllAudited } from '../../../../workers/auditor/audit-all.js';
import { countedAudit, type AuditCounts } from '../../../../workers/auditor/audit-counts.js';
import type { AuditFinding } from '../../../../workers/auditor/audit-finding.js';
import { inOrder, localUri, type ReportRow } from '../report-row.js';
import { openRepositoryStores, type RepositoryStores } from '../repository-stores.js';
import { withinSession } from '../within-session.js';
import { findingRecord, findingText, reachedText, type AuditEnd } from './audit-text.js';

/** What is audited, and how. */
export interface Audited {
  /** Null for the whole repository. */
  readonly group: RepositoryPath | null;
  /** Whether to rely on the digests that the store keeps. */
  readonly quick: boolean;
}

const NO_KEY = '-';

const rowOf = ({ group, key, ...finding }: AuditFinding): ReportRow => ({
  ...{ ...finding, group, archivalGroup: localUri(group) },
  key: key === NO_KEY ? null : key,
});

/** About how many objects there are, by the read models; null where these do not tell it. */
const aboutObjects = async ({ documents }: Pick<RepositoryStores, 'documents'>): Promise<number | null> => {
  const store = await documents().catch(() => null); // the audit itself says what is wrong with them
  if (store === null) return null;
  const view = readView<ResourceDocument>(repository.shape, store);
  try {
    return await view.documents.count({ all: [{ field: 'kind', is: 'archivalGroup' }] });
  } catch {
    return null;
  } finally {
    view.close();
  }
};

/** Whether the group exists; the read models that could not be compared are told of. */
const look = async (dependencies: AllAudited, group: RepositoryPath | null, { output }: Session): Promise<boolean> => {
  if (group !== null) return auditKnownGroup(dependencies, group);
  for (const view of await auditAll(dependencies))
    output.note(
      `Note: the read model ${view} was written by an earlier version and is not compared; the platform rebuilds it automatically.`,
    );
  return true;
};

const endOf = ({ findings, objects, versions, files, bytesRead, inProgress }: AuditCounts): AuditEnd => ({
  ...{ findings, objects, versions, files, bytes: bytesRead, inProgress },
});

/** Audits the stores themselves, and writes each finding; null where there is no such group. Rejects with CommandFault. */
export const auditStores = async ({ group, quick }: Audited, session: Session): Promise<AuditEnd | null> => {
  const { output, interrupted } = session;
  const { progress } = output;
  const { put, written } = inOrder(output);
  let [shown, about]: [number, number | null] = [0, null];
  const { listener, counts } = countedAudit({
    found: (finding) => put(findingText(rowOf(finding), output), findingRecord(rowOf(finding))),
    counted: ({ objects }) => {
      progress.advance(objects - shown, 0);
      shown = objects;
    },
  });
  try {
    const isKnown = await withinSession(session, async (within) => {
      const stores = await openRepositoryStores(within);
      about = group === null ? await aboutObjects(stores) : null;
      progress.begin('Reading', { files: about, bytes: 0, noun: 'object', isEstimate: true });
      const watch = { signal: interrupted, onFile: () => undefined, onBytes: (n: number) => progress.advance(0, n) };
      const storageRoot = watchedReader(stores.storageRoot, watch);
      return look({ ...stores, storageRoot, quick, report: listener }, group, session);
    });
    await written();
    return isKnown ? endOf(counts()) : null;
  } catch (error) {
    if (!interrupted.aborted) throw error;
    const message = `Stopped while reading, ${reachedText(shown, about)}. Nothing was changed.`;
    throw new CommandFault(message, { code: 'interrupted', next: 'the same again' }, { cause: error });
  } finally {
    progress.end();
  }
};
