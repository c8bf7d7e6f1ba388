import type { AdoptedVersion } from '../../events/archival-group.js';
import type { GroupState } from '../../formats/group-state/group-state.js';
import type { ObjectFiles } from '../../formats/ocfl/storage-root/object-files.js';
import {
  contentPathAt,
  contentPathOf,
  versionOf,
  type Inventory,
  type InventoryVersion,
} from '../../formats/ocfl/inventory/inventory.js';
import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';
import { readState } from '../../formats/group-state/state-file.js';
import { STATE_PATH } from '../../formats/group-state/state-path.js';
import { isPlatformPath } from '../../formats/ocfl/platform-folder.js';
import { inventoryOf, type Examination } from '../../formats/ocfl/validation/examine-object.js';
import { parseTime } from '../../formats/ocfl/version-time.js';
import { pathViolation } from '../../formats/paths/repository-path.js';
import { isReason, type Reason } from './not-adopted.js';
import { textViolation, unfit, versionViolation } from './version-violation.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced, firstSliced, type SlicedWork } from '../../flow/slices.js';

interface VersionsOf {
  readonly root: Inventory;
  /** The name of the group where no state file gives one. */
  readonly slug: string;
}

/** The versions of a valid object, or why the platform could not serve one of them. */
export const versionsOf = async (
  files: ObjectFiles,
  examination: Examination,
  object: VersionsOf,
): Promise<readonly AdoptedVersion[] | Reason> => {
  const versions: AdoptedVersion[] = [];
  let before: string | null = null;
  for (const [name, version] of object.root.versions) {
    const violation =
      versionViolation(name, versions.length + 1, version.created, before) ??
      (await runInSlices(unfitPath(name, version)));
    if (violation !== null) return violation;
    const adopted = await adoptedVersion(files, examination, object, name);
    if (isReason(adopted)) return adopted;
    versions.push({ version: versions.length + 1, ...adopted });
    before = version.created;
  }
  return versions;
};

const adoptedVersion = async (
  files: ObjectFiles,
  examination: Examination,
  { root, slug }: VersionsOf,
  name: string,
): Promise<Omit<AdoptedVersion, 'version'> | Reason> => {
  const place = `${name}/inventory.json`;
  const sha256 = examination.inventories.get(place);
  if (sha256 === undefined) return unfit(`${name} has no inventory of its own.`);
  const version = versionOf(root, name);
  const state = await stateAt(files, inventoryOf(examination, root, name), name);
  if (state !== null && isReason(state)) return state;
  const texts = { name: state?.name ?? slug, by: version.user?.name ?? null, message: version.message };
  return (
    textViolation(name, texts) ?? {
      created: new Date(parseTime(version.created) ?? 0).toISOString(),
      inventory: { sha256, size: files.entries.get(place)?.size ?? 0 },
      totals: await runInSlices(totalsOf(files, root, version, name)),
      ...texts,
    }
  );
};

function* unfitPath(name: string, { state }: InventoryVersion): SlicedWork<Reason | null> {
  return yield* firstSliced(state.values(), (paths) => {
    for (const path of paths) {
      if (path === STATE_PATH) continue;
      const violation = isPlatformPath(path) ? `'${path}' is in the platform's own folder.` : pathViolation(path);
      if (violation !== null) return { code: 'path-unfit' as const, message: `${name}: ${violation}` };
    }
    return null;
  });
}

/** The state file of a version; null where it has none, as when another program wrote it. */
const stateAt = async (
  { reader, entries }: ObjectFiles,
  inventory: Inventory,
  name: string,
): Promise<GroupState | Reason | null> => {
  const { manifest } = inventory;
  const { state } = versionOf(inventory, name);
  const at = contentPathAt(inventory, name, STATE_PATH);
  if (at === null) return null;
  try {
    const written = await readState(reader.open(at));
    const sizes = new Map([...written.binaries.values()].map(({ sha256, size }) => [sha256, size]));
    const wrong = await runInSlices(
      firstSliced(state.keys(), (each) => {
        const [size, content] = [sizes.get(each.toLowerCase()) ?? null, contentPathOf(manifest, each) ?? ''];
        const found = entries.get(content)?.size ?? null;
        return size === null || found === size ? null : `${content} has ${found} bytes, not ${size} as was recorded.`;
      }),
    );
    return wrong === null ? written : { code: 'state-file-invalid', message: `${name}: ${wrong}` };
  } catch (error) {
    if (!(error instanceof OcflFault)) throw error;
    return { code: 'state-file-invalid', message: `${name}: ${error.message}` };
  }
};

function* totalsOf(
  { entries }: ObjectFiles,
  { manifest }: Inventory,
  { state }: InventoryVersion,
  name: string,
): SlicedWork<AdoptedVersion['totals']> {
  const totals = { files: 0, bytes: 0, addedFiles: 0, addedBytes: 0 };
  yield* eachSliced(state, ([digest, paths]) => {
    const preserved = paths.filter((path) => !isPlatformPath(path)).length;
    const content = contentPathOf(manifest, digest);
    if (preserved === 0 || content === null) return;
    const size = entries.get(content)?.size ?? 0;
    totals.files += preserved;
    totals.bytes += preserved * size;
    if (!content.startsWith(`${name}/`)) return;
    totals.addedFiles += 1;
    totals.addedBytes += size;
  });
  return totals;
}
