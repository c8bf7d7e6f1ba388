import type { CommittedVersion } from '../../events/archival-group.js';
import { conditionHeld, type ByteStore, type ObjectAddress, type PutOptions } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import { digestStream } from '../../formats/digests/digested.js';
import { inventoryKey, sidecarKey } from '../../formats/ocfl/object-place.js';
import { sidecarText } from '../../formats/ocfl/inventory/sidecar.js';
import { objectDeclaration } from '../../formats/ocfl/storage-root/storage-root.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { Attempt } from './attempt.js';

type Publication = Pick<Attempt, 'dependencies' | 'object' | 'step'>;

/** The place of an inventory is taken: by that of a later version, or of one that the ledger does not have. */
export class PlaceTaken extends Error {
  override name = 'PlaceTaken';
}

/**
 * Makes a decided version the object's head. Every write may be repeated by any process, and a late one changes
 * nothing: the root's two files are replaced only where they are still those of the version before, and the inventory
 * of the version is never replaced. Rejects with PlaceTaken where another one is there.
 */
export const publishVersion = async (publication: Publication, decided: CommittedVersion): Promise<void> => {
  const { dependencies, object, step } = publication;
  const { bucket, root } = object;
  const { bytes } = dependencies;
  const version = versionName(decided.version);
  const sidecar = Buffer.from(sidecarText(decided.inventory.sha256));
  const inVersion = { bucket, key: inventoryKey(root, version) };
  if (!(await copyInventory(publication, decided, inVersion)))
    await putInventory(publication, 'put-version-inventory', decided, inVersion, { onlyIf: 'absent' });
  await step('put-version-sidecar', () =>
    bytes.put({ bucket, key: sidecarKey(root, version) }, sidecar, { contentType: 'text/plain' }),
  );
  if (decided.version === 1) {
    const { key, content } = objectDeclaration(root);
    await step('put-object-declaration', () =>
      bytes.put({ bucket, key }, Buffer.from(content), { contentType: 'text/plain' }),
    );
  }
  await publishRoot(publication, decided, sidecar);
};

/**
 * The root inventory and its sidecar. The sidecar's ETag is read before the inventory is replaced: a process that is
 * paused in between then finds the sidecar of a later version, if there is one, and writes nothing.
 */
const publishRoot = async (publication: Publication, decided: CommittedVersion, sidecar: Buffer): Promise<void> => {
  const { dependencies, object, step } = publication;
  const { bucket, root } = object;
  const at = { bucket, key: sidecarKey(root, null) };
  for (;;) {
    const before = await step('look-at-root-sidecar', () => dependencies.bytes.head(at));
    const onlyIf = decided.baseInventoryETag === null ? ('absent' as const) : { etag: decided.baseInventoryETag };
    await putInventory(
      publication,
      'put-root-inventory',
      decided,
      { bucket, key: inventoryKey(root, null) },
      { onlyIf },
    );
    const written = await step('put-root-sidecar', () =>
      conditionHeld(
        dependencies.bytes.put(at, sidecar, {
          contentType: 'text/plain',
          onlyIf: before === null ? 'absent' : { etag: before.etag },
        }),
      ),
    );
    // Without conditional writes, a late writer may have overwritten these files: check them again.
    if (written && dependencies.bytes.keepsConditions) return;
    const there = await step('read-root-sidecar', () => readWhole(dependencies.bytes, at));
    if (
      there.bytes.equals(sidecar) &&
      (dependencies.bytes.keepsConditions || (await isRootPublished(publication, decided)))
    )
      return;
  }
};

/** Whether the root inventory is the one that was decided. */
const isRootPublished = (
  { dependencies, object, step }: Publication,
  { inventory }: CommittedVersion,
): Promise<boolean> =>
  step('check-root-inventory', async () => {
    const at = { bucket: object.bucket, key: inventoryKey(object.root, null) };
    return (await digestAt(dependencies.bytes, at)) === inventory.sha256;
  });

/**
 * Has the store copy the staged inventory, without bytes through this process. Answers whether it is in its place;
 * false where the store keeps no SHA-256 to compare. Rejects with PlaceTaken where there is another inventory.
 */
const copyInventory = async (
  { dependencies, step }: Publication,
  { inventory, version }: CommittedVersion,
  to: ObjectAddress,
): Promise<boolean> => {
  const { bytes, places } = dependencies;
  const { sha256, size, stagedKey } = inventory;
  const there = await step('check-version-inventory', () => digestAt(bytes, to));
  if (there === sha256) return true;
  if (there !== null)
    throw new PlaceTaken(`${to.key} is not the inventory of version ${version} that was decided; it is not replaced`);
  const staged = await step('check-staged-inventory', () =>
    bytes.head({ bucket: places.staging.bucket, key: stagedKey }),
  );
  if (staged?.sha256 !== sha256) return false;
  const from = { bucket: places.staging.bucket, key: stagedKey, size, etag: staged.etag };
  const stored = await step('copy-version-inventory', () =>
    bytes.copy(from, to, { contentType: 'application/json', metadata: {} }),
  );
  return stored.sha256 === sha256;
};

/** Streams the staged inventory to its place, with its SHA-256 verified, unless it is there already. */
const putInventory = async (
  { dependencies, step }: Publication,
  name: string,
  { inventory, version }: CommittedVersion,
  to: ObjectAddress,
  options: Pick<PutOptions, 'onlyIf'>,
): Promise<void> => {
  const { bytes, places } = dependencies;
  const { sha256, size, stagedKey } = inventory;
  if ((await step(`check-${name}`, () => digestAt(bytes, to))) === sha256) return;
  const written = await step(name, async () => {
    const { stream } = await bytes.get({ bucket: places.staging.bucket, key: stagedKey }, { isCompared: true });
    return conditionHeld(
      bytes.put(to, { stream, size }, { contentType: 'application/json', sha256, ...options }),
    ).finally(() => stream.destroy());
  });
  if (written || (await step(`check-${name}`, () => digestAt(bytes, to))) === sha256) return;
  throw new PlaceTaken(`${to.key} is neither what version ${version} follows nor version ${version} itself`);
};

const digestAt = async (bytes: ByteStore, at: ObjectAddress): Promise<string | null> => {
  const info = await bytes.head(at);
  if (info === null || info.sha256 !== null) return info?.sha256 ?? null;
  const { stream } = await bytes.get(at, { isCompared: true });
  return (await digestStream(stream)).sha256;
};
