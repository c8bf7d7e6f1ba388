import { ifThere, type ByteStore } from '../../formats/bytes.js';
import { readThrough } from '../../formats/read-whole.js';
import { render, type RenderedDocument } from '../../formats/digests/rendering.js';
import { emptyGroup, type GroupState } from '../../formats/group-state/group-state.js';
import { STATE_PATH } from '../../formats/group-state/state-path.js';
import { readOwnInventory, type OwnInventory } from '../../formats/ocfl/inventory/own-inventory.js';
import { inventoryKey, type ObjectPlace } from '../../formats/ocfl/object-place.js';
import { OcflFault } from '../../formats/ocfl/ocfl-fault.js';
import type { PlanEntry } from '../../formats/group-state/plan.js';
import { readRootInventory } from '../../formats/ocfl/inventory/read-inventory.js';
import { readGroupState } from '../../formats/group-state/read-state.js';
import { readState, renderState } from '../../formats/group-state/state-file.js';
import { extendState, readStatePart, stateEdits, wantedBy } from '../../formats/group-state/state-lines.js';
import { versionName } from '../../formats/ocfl/version-name.js';
import { objectMismatch } from '../../commands/reads/object-mismatch.js';
import type { PublishedVersion } from '../../commands/archival-group/state.js';
import type { Attempt } from './attempt.js';
import { JobFailure } from './job-failure.js';
import { difference, totalsOf, type Totals } from './totals.js';
import { fromOwn, fromWhole, type MakeInventory } from './next-inventory.js';
import { runInSlices } from '../../flow/run-in-slices.js';

/** The version that a job builds on. */
export interface Base {
  /** ETag of the root inventory, which publishing replaces; null for a new group. */
  readonly etag: string | null;
  /** Reads the part of the version that a plan may change. */
  readonly part: (entries: readonly PlanEntry[]) => Promise<BasePart>;
}

/** The part of a base that a plan may change: all of it where the whole state is in memory. */
export interface BasePart {
  readonly state: GroupState;
  /** Files and bytes of the group outside of this part. */
  readonly rest: Totals;
  /** The state file of the whole group, with the changed state of this part. */
  readonly render: (after: GroupState) => Promise<RenderedDocument>;
  readonly next: MakeInventory;
}

/** Reads the object; throws JobFailure when it does not agree with the ledger. */
export const readBase = async (attempt: Attempt): Promise<Base> => {
  const { dependencies, group, base, object, step } = attempt;
  const fault = await step('compare-object', () => objectMismatch(dependencies, group));
  if (fault !== null) throw new JobFailure(group, fault);
  if (base === null) {
    return { etag: null, part: () => Promise.resolve(whole(emptyGroup(''), fromWhole(null))) };
  }
  const root = await step('read-root-inventory', () => readOwnRoot(dependencies.bytes, object, base));
  return root === null ? readForeign(attempt, base) : ownBase(attempt, base, root);
};

interface OwnRoot {
  readonly own: OwnInventory;
  readonly etag: string;
}

/** The root inventory where it is the one that was decided, in this program's format; else null. */
const readOwnRoot = (
  store: ByteStore,
  { bucket, root }: ObjectPlace,
  { version, inventory }: PublishedVersion,
): Promise<OwnRoot | null> =>
  ifThere(async () => {
    const at = { bucket, key: inventoryKey(root, null) };
    const { info, found } = await readThrough(store, at, (chunks) => readOwnInventory(chunks, STATE_PATH));
    const { own, sha256 } = found;
    const isDecided = own?.head === versionName(version) && sha256 === inventory.sha256;
    return isDecided ? { own, etag: info.etag } : null;
  });

const whole = (state: GroupState, next: MakeInventory): BasePart => ({
  state,
  rest: { files: 0, bytes: 0 },
  render: renderState,
  next,
});

/** The inventory that was decided, whose state file covers exactly the files that it names. */
const ownBase = (attempt: Attempt, base: PublishedVersion, { own, etag }: OwnRoot): Base => ({
  etag,
  async part(entries) {
    const { dependencies, object, step } = attempt;
    const at = { bucket: object.bucket, key: `${object.root}/${own.ownFile.contentPath}` };
    const wanted = await runInSlices(wantedBy(entries));
    const found = await step('read-state', async () => {
      const { info, stream } = await dependencies.bytes.get(at);
      return { etag: info.etag, part: await readStatePart(stream, wanted) };
    });
    const next = (state: GroupState): MakeInventory => fromOwn(dependencies.bytes, object, { own, etag, state });
    if (found.part === null) {
      const state = await step('read-state', async () => readState((await dependencies.bytes.get(at)).stream));
      return whole(state, next(state));
    }
    if (found.part.sha256 !== own.ownFile.sha256)
      throw new OcflFault('state-file-invalid', `The state file of ${own.head} is not as it was written.`);
    const { state } = found.part;
    const read = async function* (): AsyncGenerator<Buffer> {
      const { stream } = await dependencies.bytes.get(at, { etag: found.etag });
      for await (const chunk of stream) yield chunk as Buffer;
    };
    return {
      state,
      rest: difference(base.totals, await runInSlices(totalsOf(state))),
      async render(after) {
        const changed = await runInSlices(stateEdits(state, after));
        return step('render-state', () => render(() => extendState(read(), changed, after)));
      },
      next: next(state),
    };
  },
});

/**
 * An object whose root inventory is not the one that was decided, or not in this program's format: it is read whole and
 * validated. That the version's own inventory is the one in the ledger was checked before.
 */
const readForeign = async (
  { dependencies, group, object, step }: Attempt,
  { version: number }: PublishedVersion,
): Promise<Base> => {
  const root = await step('read-root-inventory', () => readRootInventory(dependencies.bytes, object));
  const version = versionName(number);
  if (root?.inventory.head !== version)
    throw new JobFailure(group, `The OCFL object of ${group} is not at ${version} as it was recorded.`);
  const state = await step('read-state', () => readGroupState(dependencies.bytes, object, root.inventory, version));
  return { etag: root.etag, part: () => Promise.resolve(whole(state, fromWhole(root.inventory))) };
};
