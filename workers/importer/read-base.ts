import { ByteStoreFault, readWhole, type ByteStore } from '../../formats/bytes.js';
import { emptyGroup, type GroupState } from '../../formats/ocfl/group-state.js';
import { surveyInventory, type SurveyedInventory } from '../../formats/ocfl/inventory-lines.js';
import { inventoryKey, sidecarKey, type ObjectPlace } from '../../formats/ocfl/object-place.js';
import { readRootInventory } from '../../formats/ocfl/read-inventory.js';
import { readGroupState } from '../../formats/ocfl/read-state.js';
import { sidecarDigest } from '../../formats/ocfl/sidecar.js';
import { readState } from '../../formats/ocfl/state-file.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import type { PublishedVersion } from '../../commands/archival-group/state.js';
import type { Attempt } from './attempt.js';
import { JobFailure } from './job-failure.js';
import { fromOutline, fromWhole, type MakeInventory } from './next-inventory.js';

/** What a job builds on. */
export interface Base {
  /** ETag of the root inventory, which publishing replaces; null for a new group. */
  readonly etag: string | null;
  readonly state: GroupState;
  readonly next: MakeInventory;
}

/** Reads the object as it stands; fails when it is not the one that the ledger knows. */
export const readBase = async (attempt: Attempt): Promise<Base> => {
  const { services, group, base, object, step } = attempt;
  if (base === null) {
    if ((await step('read-root-inventory', () => readRootInventory(services.bytes, object))) !== null)
      throw new JobFailure(group, `There is an OCFL object for ${group} already, of which nothing is recorded.`);
    return { etag: null, state: emptyGroup(''), next: fromWhole(null) };
  }
  const root = await step('read-root-inventory', () => surveyRoot(services.bytes, object));
  return root?.outline && root.sha256 === base.inventory.sha256 && root.outline.head === versionName(base.version)
    ? readOwn(attempt, { ...root, outline: root.outline })
    : readForeign(attempt, base);
};

type SurveyedRoot = SurveyedInventory & { readonly etag: string };

const surveyRoot = async (store: ByteStore, { bucket, root }: ObjectPlace): Promise<SurveyedRoot | null> => {
  try {
    const { info, stream } = await store.get({ bucket, key: inventoryKey(root, null) });
    return { ...(await surveyInventory(stream)), etag: info.etag };
  } catch (error) {
    if (error instanceof ByteStoreFault && error.code === 'object-not-found') return null;
    throw error;
  }
};

type OwnRoot = SurveyedRoot & { readonly outline: NonNullable<SurveyedRoot['outline']> };

/** The very inventory that was decided, whose state file tells of just the files that it names. */
const readOwn = async ({ services, object, step }: Attempt, { outline, etag }: OwnRoot): Promise<Base> => {
  const { bytes } = services;
  const { bucket, root } = object;
  const state = await step('read-state', async () => {
    const { stream } = await bytes.get({ bucket, key: `${root}/${outline.stateFile.contentPath}` });
    return readState(stream);
  });
  return { etag, state, next: fromOutline(bytes, object, { outline, etag, state }) };
};

/** An object whose root is not as it was decided, or as this program writes it: it is read whole, and judged. */
const readForeign = async (
  { services, group, object, step }: Attempt,
  { version: number, inventory }: PublishedVersion,
): Promise<Base> => {
  const root = await step('read-root-inventory', () => readRootInventory(services.bytes, object));
  const version = versionName(number);
  const key = sidecarKey(object.root, version);
  const sidecar = await step('read-sidecar', () => readWhole(services.bytes, { bucket: object.bucket, key }));
  if (root?.inventory.head !== version || sidecarDigest(sidecar.bytes.toString('utf8')) !== inventory.sha256)
    throw new JobFailure(group, `The OCFL object of ${group} is not at ${version} as it was recorded.`);
  const state = await step('read-state', () => readGroupState(services.bytes, object, root.inventory, version));
  return { etag: root.etag, state, next: fromWhole(root.inventory) };
};
