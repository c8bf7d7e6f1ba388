import type { CommittedVersion } from '../../events/archival-group.js';
import { render } from '../../formats/digests/rendering.js';
import { compareUtf8 } from '../../formats/paths/utf8-order.js';
import { allEnded } from '../../flow/all-ended.js';
import { stagingPrefix, versionOf, type Attempt } from './attempt.js';
import type { ComposedVersion } from './compose-version.js';
import { JobFailure } from './job-failure.js';
import { sweepVersion } from './sweep.js';

export type StagedInventory = CommittedVersion['inventory'];

/**
 * Writes the state file to its place, and the inventory to the staging bucket. Then verifies that the version's folder
 * holds what the new inventory names; throws JobFailure where it does not.
 */
export const stageVersion = async (attempt: Attempt, composed: ComposedVersion): Promise<StagedInventory> => {
  const { dependencies, step } = attempt;
  const [, staged] = await allEnded(putState(attempt, composed), stageInventory(attempt, composed));
  await verifyContent(attempt, composed);
  // Remove what an abandoned job for the same version left, before the version is decided.
  if (attempt.jobToken !== null)
    await step('sweep-version', () => sweepVersion(dependencies, attempt.group, versionOf(attempt)));
  return staged;
};

const putState = async (
  { dependencies, object, step }: Attempt,
  { stateFile, statePath }: ComposedVersion,
): Promise<void> => {
  if (statePath === null) return;
  await step('put-state', () =>
    dependencies.bytes.put(
      { bucket: object.bucket, key: `${object.root}/${statePath}` },
      { stream: stateFile.stream(), size: stateFile.size },
      { contentType: 'application/x-ndjson', sha256: stateFile.sha256 },
    ),
  );
};

const stageInventory = async (
  { dependencies, job, step }: Attempt,
  { next }: ComposedVersion,
): Promise<StagedInventory> => {
  const { bytes, places } = dependencies;
  const rendering = await step('render-inventory', () => render(next.chunks));
  const { sha256, size } = rendering;
  const stagedKey = `${stagingPrefix(places, job.jobId)}inventory.json`;
  await step('stage-inventory', () =>
    bytes.put(
      { bucket: places.staging.bucket, key: stagedKey },
      { stream: rendering.stream(), size },
      { contentType: 'application/json', sha256 },
    ),
  );
  return { sha256, size, stagedKey };
};

interface StoredContent {
  /** Relative to the object root. */
  readonly contentPath: string;
  readonly size: number;
}

/** What the version's folder has to hold, in the order of a listing. */
function* contentOf({ copies, stateFile, statePath }: ComposedVersion): Generator<StoredContent> {
  let state = statePath === null ? null : { contentPath: statePath, size: stateFile.size };
  for (const { contentPath, put } of copies) {
    if (state !== null && compareUtf8(state.contentPath, contentPath) < 0) {
      yield state;
      state = null;
    }
    yield { contentPath, size: put.size };
  }
  if (state !== null) yield state;
}

/** Compares the listing with the expected content; both have the same order, so neither is held in memory. */
const verifyContent = async (attempt: Attempt, composed: ComposedVersion): Promise<void> => {
  const { dependencies, group, object, step } = attempt;
  const { version } = composed.next;
  const missing = (contentPath: string): JobFailure =>
    new JobFailure(group, `The content ${contentPath} of ${version} is not there as it was copied.`);
  await step('list-content', async () => {
    const wanted = contentOf(composed);
    let want = wanted.next();
    const prefix = `${object.root}/`;
    for await (const { key, size } of dependencies.bytes.list(object.bucket, `${prefix}${version}/`)) {
      if (want.done === true) return;
      const order = compareUtf8(want.value.contentPath, key.slice(prefix.length));
      if (order > 0) continue;
      if (order < 0 || size !== want.value.size) throw missing(want.value.contentPath);
      want = wanted.next();
    }
    if (want.done !== true) throw missing(want.value.contentPath);
  });
};
