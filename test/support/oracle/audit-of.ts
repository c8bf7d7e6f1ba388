import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { AuditFinding } from '../../../workers/auditor/audit-finding.js';
import { auditRepository } from '../../../workers/auditor/audit-repository.js';
import { auditGroup } from '../../../workers/auditor/audit-group.js';
import type { AuditDependencies, CheckedObject } from '../../../workers/auditor/audit-dependencies.js';
import { byteStoreRootReader } from '../../../formats/ocfl/storage-root/storage-root-reader.js';

export interface AuditOf {
  readonly findings: readonly AuditFinding[];
  readonly looked: readonly CheckedObject[];
}

/** Audits a repository, or one group of it, through its byte store, as beside a platform that runs. */
export const auditOf = async (
  dependencies: Pick<Dependencies, 'events' | 'bytes' | 'places'>,
  { quick = false, group }: { readonly quick?: boolean; readonly group?: string } = {},
): Promise<AuditOf> => {
  const findings: AuditFinding[] = [];
  const looked: CheckedObject[] = [];
  const auditing = {
    ...dependencies,
    storageRoot: byteStoreRootReader(dependencies.bytes, dependencies.places.repository.bucket),
    quick,
    report: { found: (found) => void findings.push(...found), checked: (object) => void looked.push(object) },
  } satisfies AuditDependencies;
  await (group === undefined ? auditRepository(auditing) : auditGroup(auditing, group));
  return { findings, looked };
};

/** Audits again and again while something is done, and once more after it; answers all that was ever found. */
export const auditedMeanwhile = async (
  dependencies: Dependencies,
  work: Promise<void>,
): Promise<{ readonly findings: readonly AuditFinding[]; readonly audits: number }> => {
  const state = { isOver: false };
  const end = work.finally(() => (state.isOver = true));
  end.catch(() => undefined); // thrown below
  const findings: AuditFinding[] = [];
  let audits = 0;
  do {
    findings.push(...(await auditOf(dependencies)).findings);
    audits += 1;
  } while (!state.isOver);
  await end;
  findings.push(...(await auditOf(dependencies)).findings);
  return { findings, audits: audits + 1 };
};
