import type { AdoptedVersion } from '../../events/archival-group.js';
import type { GroupState } from '../../formats/group-state/group-state.js';
import type { ObjectFiles } from '../../formats/ocfl/storage-root/object-files.js';
import { contentPathOf, type Inventory, type InventoryVersion } from '../../formats/ocfl/inventory/inventory.js';
import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';
import { readState } from '../../formats/group-state/state-file.js';
import { STATE_PATH } from '../../formats/group-state/state-path.js';
import { isPlatformPath } from '../../formats/ocfl/platform-folder.js';
import type { Examination } from '../../formats/ocfl/validation/examine-object.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { isLaterStamp, parseTime } from '../../formats/ocfl/version-time.js';
import { pathViolation } from '../../formats/paths/repository-path.js';
import { isReason, type Reason } from './not-adopted.js';
import { eachSliced, firstSliced, runInSlices, type SlicedWork } from '../../flow/slices.js';

interface VersionsOf {
  readonly root: Inventory;
  /** The name of the group where no state file gives one. */
  readonly slug: string;
}

/** The versions of a valid object, or why the platform could not serve one of them. */
export const versionsOf = async (
  files: ObjectFiles,
  { inventories }: Examination,
  { root, slug }: VersionsOf,
): Promise<readonly AdoptedVersion[] | Reason> => {
  const versions: AdoptedVersion[] = [];
  let before: string | null = null;
  for (const [name, version] of root.versions) {
    const number = versions.length + 1;
    const place = `${name}/inventory.json`;
    const sha256 = inventories.get(place);
    const violation =
      versionViolation(name, number, { version, before, sha256 }) ?? (await runInSlices(unfitPath(name, version)));
    if (violation !== null || sha256 === undefined) return violation ?? unfit(`${name} has no inventory of its own.`);
    const state = await stateAt(files, root, version, name);
    if (state !== null && isReason(state)) return state;
    before = version.created;
    versions.push({
      version: number,
      created: new Date(parseTime(version.created) ?? 0).toISOString(),
      name: state?.name ?? slug,
      inventory: { sha256, size: files.entries.get(place)?.size ?? 0 },
      totals: await runInSlices(totalsOf(files, root, version, name)),
      by: version.user?.name ?? null,
      message: version.message,
    });
  }
  return versions;
};

const unfit = (message: string): Reason => ({ code: 'version-unfit', message });

const versionViolation = (
  name: string,
  number: number,
  found: { readonly version: InventoryVersion; readonly before: string | null; readonly sha256: string | undefined },
): Reason | null => {
  const { version, before, sha256 } = found;
  if (name !== versionName(number)) return unfit(`${name} is not ${versionName(number)}: the names are zero-padded.`);
  if (sha256 === undefined) return unfit(`${name} has no inventory of its own.`);
  if (isLaterStamp(version.created, before)) return null;
  return unfit(`${name} is of ${version.created}, which is not in a later second than the version before it.`);
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
  { manifest }: Inventory,
  { state }: InventoryVersion,
  name: string,
): Promise<GroupState | Reason | null> => {
  const digest = [...state].find(([, paths]) => paths.includes(STATE_PATH))?.[0];
  const at = digest === undefined ? null : contentPathOf(manifest, digest);
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
