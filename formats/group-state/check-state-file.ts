import { sha256Hex } from '../digests/sha256-text.js';
import { ancestorsOf } from '../paths/repository-path.js';
import type { Difference } from '../ocfl/finding.js';
import { reportInto } from '../ocfl/finding.js';
import type { Finding } from '../ocfl/finding.js';
import type { BinaryRecord, GroupState } from './group-state.js';
import { digestsByPath } from '../ocfl/inventory/digest-map.js';
import { contentPathOf, versionOf } from '../ocfl/inventory/inventory.js';
import type { Inventory } from '../ocfl/inventory/inventory.js';
import { OcflFault } from '../ocfl/ocfl-fault.js';
import { readState } from './state-file.js';
import { STATE_PATH } from './state-path.js';
import { isPlatformPath } from '../ocfl/platform-folder.js';
import type { ObjectReader } from '../ocfl/object-reader.js';

/** What a version's state file is compared with, besides the inventory. */
export interface StateExpectations {
  /** Display name of the group at the version; null where it is not known. */
  readonly name: string | null;
  /** The size of a content file in bytes; null for one that is not there. */
  readonly sizeOf: (contentPath: string) => number | null;
  /** Whether the content file has a finding already, so that its content is not checked. */
  readonly isDamaged: (contentPath: string) => boolean;
}

/** Whether a version has a state file that was written with it, and not that of an earlier version. */
export const hasOwnStateFile = (inventory: Inventory, version: string): boolean =>
  stateFileOf(inventory, digestsByPath(versionOf(inventory, version).state))?.startsWith(`${version}/`) === true;

/** The content path of the state file of a version; null where it has none. */
const stateFileOf = ({ manifest }: Inventory, digests: ReadonlyMap<string, string>): string | null => {
  const digest = digests.get(STATE_PATH);
  return digest === undefined ? null : contentPathOf(manifest, digest);
};

/**
 * Checks that the state file of a version matches the inventory (findings `state-file-…`) and that content has the size
 * that was recorded (`content-size`); OCFL covers neither. Rejects only when the reader does.
 */
export const checkStateFile = async (
  reader: ObjectReader,
  inventory: Inventory,
  version: string,
  { name, sizeOf, isDamaged }: StateExpectations,
): Promise<Finding[]> => {
  const findings: Finding[] = [];
  const { state } = versionOf(inventory, version);
  const digests = digestsByPath(state);
  const path = stateFileOf(inventory, digests);
  const report = reportInto(findings, path ?? `${version}/content/${STATE_PATH}`);
  if (path === null) {
    report('state-file-missing', `${version} has no ${STATE_PATH}.`);
    return findings;
  }
  if (sizeOf(path) === null || isDamaged(path)) return findings;
  const written = await readOrNull(reader, path, (message) => report('state-file-unreadable', message));
  if (written === null) return findings;
  const differs = (what: string, differing: Difference): void =>
    report('state-file-differs', `${version}: ${what}.`, path, differing);
  if (name !== null && name !== written.name)
    differs('the name of the group is another', { expected: name, found: written.name });
  compareBinaries(digests, written, differs);
  compareFolders(written, differs);
  for (const binary of written.binaries.values()) checkSize(inventory, digests, binary, sizeOf, report);
  return findings;
};

type Differs = (what: string, differing: Difference) => void;

const readOrNull = async (
  reader: ObjectReader,
  path: string,
  onError: (message: string) => void,
): Promise<GroupState | null> => {
  try {
    return await readState(reader.open(path));
  } catch (error) {
    if (!(error instanceof OcflFault)) throw error;
    onError(error.message);
    return null;
  }
};

const compareBinaries = (digests: ReadonlyMap<string, string>, { binaries }: GroupState, differs: Differs): void => {
  for (const [path, digest] of digests) {
    if (isPlatformPath(path)) continue;
    const expected = sha256Hex(digest) ?? 'no SHA-256';
    const record = binaries.get(path);
    const found = record === undefined ? 'no record' : (record.sha256 ?? 'no SHA-256');
    if (found !== expected) differs(`the record of ${path} is not that of the inventory`, { expected, found });
  }
  for (const [path, { sha256 }] of binaries)
    if (!digests.has(path))
      differs(`${path} is not in the inventory`, { expected: 'no record', found: sha256 ?? 'a record' });
};

/** Each file's folders are containers, no path is both file and container, and no path that exists has a tombstone. */
const compareFolders = ({ binaries, containers, tombstones }: GroupState, differs: Differs): void => {
  for (const path of [...binaries.keys(), ...containers.keys()]) {
    for (const folder of ancestorsOf(path))
      if (!containers.has(folder))
        differs(`${folder}, which holds ${path}, is not a container`, { expected: 'Container', found: 'no record' });
    if (tombstones.has(path)) differs(`${path} is there and deleted`, { expected: 'no Tombstone', found: 'Tombstone' });
  }
  for (const path of containers.keys())
    if (binaries.has(path)) differs(`${path} is there twice`, { expected: 'one record', found: 'Container, Binary' });
};

const checkSize = (
  { manifest }: Inventory,
  digests: ReadonlyMap<string, string>,
  { path, size }: BinaryRecord,
  sizeOf: StateExpectations['sizeOf'],
  report: ReturnType<typeof reportInto>,
): void => {
  const digest = digests.get(path);
  const content = digest === undefined ? null : contentPathOf(manifest, digest);
  const found = content === null ? null : sizeOf(content);
  if (size === null || content === null || found === null || found === size) return;
  const differing = { expected: `${size} bytes`, found: `${found} bytes` };
  report('content-size', `${path} was recorded with another size.`, content, differing);
};
