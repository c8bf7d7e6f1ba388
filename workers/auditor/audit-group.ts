import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import type { Finding } from '../../formats/ocfl/finding.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { AuditFinding } from './audit-finding.js';
import { auditObject } from './audit-object.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { checkEntry } from './check-entry.js';
import type { FoundObject } from '../../formats/ocfl/storage-root/found-objects.js';

/** Findings of an object with full keys, sorted by key and code. */
export const inObject = (
  root: string,
  group: RepositoryPath | null,
  findings: readonly Finding[],
): readonly AuditFinding[] =>
  findings
    .map(({ code, path, message, differing }) => ({
      code,
      group,
      key: path === '' ? root : `${root}/${path}`,
      message,
      expected: differing?.expected ?? null,
      found: differing?.found ?? null,
    }))
    .sort((a, b) => compareUtf8(a.key, b.key) || compareUtf8(a.code, b.code));

/** Whether the store has any key of a group. */
export const isThere = async (dependencies: AuditDependencies, group: RepositoryPath): Promise<boolean> => {
  const entries = dependencies.storageRoot.list(`${objectPlaceOf(dependencies, group).root}/`)[Symbol.asyncIterator]();
  const first = await entries.next();
  await entries.return?.();
  return first.done !== true;
};

/**
 * Checks one archival group: its object, its ledger and its entry in the container above it. `listed` is the object as
 * it was just listed.
 */
export const auditGroup = async (
  dependencies: AuditDependencies,
  group: RepositoryPath,
  listed: FoundObject | null = null,
): Promise<void> => {
  const { root } = objectPlaceOf(dependencies, group);
  const findings = inObject(root, group, await auditObject(dependencies, group, listed));
  const { versions } = await readLedger(dependencies.events, group);
  const entry = versions.length > 0 ? await checkEntry(dependencies, group) : [];
  dependencies.report.found([...findings, ...entry]);
};
