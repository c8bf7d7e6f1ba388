import type { Ledger } from '../../commands/archival-group/state.js';
import { readLedger } from '../../commands/archival-group/ledger-stream.js';
import { objectPlaceOf } from '../../commands/reads/read-group.js';
import { ByteStoreFault } from '../../formats/bytes.js';
import type { Finding } from '../../formats/ocfl/finding.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { RepositoryPath } from '../../formats/paths/repository-path.js';
import type { AuditDependencies } from './audit-dependencies.js';
import { checkUnpublished } from './check-unpublished.js';
import { compareLedger } from './compare-ledger.js';
import { examine, emptyMemory, type Memory } from './examine.js';
import { listObject, type FoundObject } from '../../formats/ocfl/storage-root/found-objects.js';
import { isKeyUnreadable } from '../../formats/ocfl/storage-root/storage-root-reader.js';
import { objectFiles } from '../../formats/ocfl/storage-root/object-files.js';
import { decidedVersion, filesToPublish, isBeingWritten, isLeftBehind } from './unpublished-version.js';

/** How often an object is checked while facts are appended to its ledger. */
const MAX_CHECKS = 50;

const namesOf = ({ versions, job }: Ledger): Map<string, string> => {
  const decided = decidedVersion({ job });
  return new Map(
    [...versions, ...(decided === null ? [] : [decided])].map((each) => [versionName(each.version), each.name]),
  );
};

/** The versions that were adopted, which another tool may have written without a state file. */
const adoptedVersions = ({ versions }: Ledger): ReadonlySet<string> =>
  new Set([...versions].flatMap(({ jobId, version }) => (jobId === null ? [versionName(version)] : [])));

const judge = async (
  dependencies: AuditDependencies,
  object: FoundObject,
  ledger: Ledger,
  memory: Memory,
): Promise<Finding[]> => {
  const { storageRoot } = dependencies;
  const isLeft = isLeftBehind(ledger);
  const isWritten = isBeingWritten(ledger);
  const findings: Finding[] = object.entries.flatMap(({ key }) => {
    const path = key.slice(object.root.length + 1);
    return isLeft(path)
      ? [{ code: 'abandoned-content', path, message: 'A job that was abandoned has left this behind.' }]
      : [];
  });
  const decided = decidedVersion(ledger);
  const overlays = decided === null ? [] : await filesToPublish(dependencies, object, decided);
  if (overlays === null && decided !== null)
    findings.push({
      code: 'decided-inventory-lost',
      path: `${versionName(decided.version)}/inventory.json`,
      message: 'The version is decided and cannot be published: its inventory is neither staged nor in its place.',
      differing: { expected: decided.inventory.sha256, found: 'no such file' },
    });
  const versions = [...ledger.versions, ...(decided === null || overlays === null ? [] : [decided])];
  const hidden = (path: string): boolean => isLeft(path) || isWritten(path);
  findings.push(...(await checkUnpublished(objectFiles(storageRoot, object), ledger)));
  const files = objectFiles(storageRoot, object, hidden, overlays ?? []);
  if (versions.length === 0 && files.entries.size === 0) return findings;
  if (files.entries.size === 0)
    return [...findings, { code: 'object-missing', path: '', message: 'The ledger has versions of it.' }];
  const examination = await examine(dependencies, files, memory, {
    names: namesOf(ledger),
    adopted: adoptedVersions(ledger),
  });
  return [...findings, ...examination.findings, ...compareLedger(examination, versions)];
};

/** The findings; only `key-unreadable` where a key cannot be read, null where one was deleted meanwhile. */
const unlessDeleted = async (work: Promise<Finding[]>): Promise<Finding[] | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ByteStoreFault && error.code === 'object-not-found') return null;
    if (!isKeyUnreadable(error)) throw error;
    return [{ code: 'key-unreadable', path: '', message: error.message }];
  }
};

const KEYS_DELETED: Finding = {
  code: 'key-unreadable',
  path: '',
  message: 'Keys that are listed are gone when they are read.',
};

/**
 * Checks the object of a group against its ledger; paths of findings are relative to the object root. Where the ledger
 * changed meanwhile, the object is checked again, but content is read only once. `listed` is the object as it was just
 * listed.
 */
export const auditObject = async (
  dependencies: AuditDependencies,
  group: RepositoryPath,
  listed: FoundObject | null = null,
): Promise<readonly Finding[]> => {
  const { root } = objectPlaceOf(dependencies, group);
  const memory = emptyMemory();
  for (let check = 1; ; check++) {
    const before = await readLedger(dependencies.events, group);
    const object = check === 1 && listed !== null ? listed : await listObject(dependencies.storageRoot, root);
    const findings = await unlessDeleted(judge(dependencies, object, before, memory));
    const { length, versions, job } = await readLedger(dependencies.events, group);
    const isCertain = findings?.length === 0 || (findings !== null && object !== listed);
    if ((length !== before.length || !isCertain) && check < MAX_CHECKS) continue;
    dependencies.report.checked({
      versions: versions.length,
      files: object.entries.length,
      bytesRead: memory.bytesRead,
      inProgress: job !== null && job.phase !== 'admitted',
    });
    return findings ?? [KEYS_DELETED];
  }
};
