import type { Finding } from '../../formats/ocfl/finding.js';
import { objectRoot } from '../../formats/ocfl/storage-root/storage-root.js';
import { inObject } from './audit-group.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { examine, emptyMemory } from './examine.js';
import { isKeyUnreadable } from '../../formats/ocfl/storage-root/storage-root-reader.js';
import { objectFiles } from '../../formats/ocfl/storage-root/object-files.js';
import { objectIdAt } from '../../formats/ocfl/storage-root/object-id.js';
import { listObject } from '../../formats/ocfl/storage-root/found-objects.js';

const placeFinding = (id: string | null, root: string, prefix: string): Finding => {
  const expected = id === null ? root : objectRoot(id, prefix);
  if (expected !== root) {
    const message = `The object ${id} does not lie where its id belongs.`;
    return { code: 'E083', path: '', message, differing: { expected, found: root } };
  }
  const name = id === null ? 'an object without a readable id' : `the object ${id}`;
  return { code: 'object-unknown', path: '', message: `No ledger knows ${name}.` };
};

/** Checks an object without a ledger, or one that is not at the place of its id. */
export const auditForeign = async (dependencies: AuditDependencies, root: string): Promise<void> => {
  const { storageRoot, places, report } = dependencies;
  const object = await listObject(dependencies.storageRoot, root);
  if (object.entries.length === 0) return; // deleted since it was listed
  const memory = emptyMemory();
  const findings = [placeFinding(await objectIdAt(storageRoot, root), root, places.repository.prefix)];
  try {
    const examination = await examine(dependencies, objectFiles(storageRoot, object), memory, { names: null });
    findings.push(...examination.findings);
  } catch (error) {
    if (!isKeyUnreadable(error)) throw error;
    findings.push({ code: 'key-unreadable', path: '', message: error.message });
  }
  report.found(inObject(root, null, findings));
  report.checked({ versions: 0, files: object.entries.length, bytesRead: memory.bytesRead, inProgress: false });
};
