import type { CommittedVersion } from '../../events/archival-group.js';
import { render } from '../../formats/digests/rendering.js';
import { stagingPrefix, versionOf, type Attempt } from './attempt.js';
import type { ComposedVersion } from './compose-version.js';
import { JobFailure } from './job-failure.js';
import { listContent } from './list-content.js';
import { sweepVersion } from './sweep.js';

export type StagedInventory = CommittedVersion['inventory'];

/**
 * Writes what belongs to the version beside its content: the state file to its place, the inventory outside the
 * storage root. Then makes sure that the version's folder holds what the new inventory will name.
 */
export const stageVersion = async (attempt: Attempt, composed: ComposedVersion): Promise<StagedInventory> => {
  const { services, object, step } = attempt;
  const { stateFile, stateKey, next } = composed;
  if (stateKey !== null) {
    await step('put-state', () =>
      services.bytes.put(
        { bucket: object.bucket, key: stateKey },
        { stream: stateFile.stream(), size: stateFile.size },
        { contentType: 'application/x-ndjson', sha256: stateFile.sha256 },
      ),
    );
  }
  const rendering = await step('render-inventory', () => render(next.chunks));
  const { sha256, size } = rendering;
  const { bucket } = services.places.staging;
  const stagedKey = `${stagingPrefix(services.places, attempt.job.jobId)}inventory.json`;
  await step('stage-inventory', () =>
    services.bytes.put(
      { bucket, key: stagedKey },
      { stream: rendering.stream(), size },
      { contentType: 'application/json', sha256 },
    ),
  );
  await verifyContent(attempt, composed);
  // What an abandoned job for the same version left must not be in the version that is about to be decided.
  if (attempt.jobToken !== null)
    await step('sweep-version', () => sweepVersion(services, attempt.group, versionOf(attempt)));
  return { sha256, size, stagedKey };
};

const verifyContent = async (attempt: Attempt, composed: ComposedVersion): Promise<void> => {
  const { object } = attempt;
  const { next, copies, stateKey, stateFile } = composed;
  const expected = new Map(copies.map(({ key, put }) => [key, put.size]));
  if (stateKey !== null) expected.set(stateKey, stateFile.size);
  const found = await listContent(attempt, next.version);
  for (const { contentPath } of next.content) {
    const key = `${object.root}/${contentPath}`;
    const size = found.get(key);
    if (size === undefined || size !== expected.get(key))
      throw new JobFailure(
        attempt.group,
        `The content ${contentPath} of ${next.version} is not there as it was copied.`,
      );
  }
};
