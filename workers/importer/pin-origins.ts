import type { PlannedOperation } from '../../events/import-plan.js';
import { ifThere, conditionHeld, type ObjectAddress } from '../../formats/bytes.js';
import { inChunks, render } from '../../formats/digests/rendering.js';
import { lineBlocks } from '../../formats/json/line-blocks.js';
import type { PlanEntry } from '../../formats/group-state/plan.js';
import { originsKey, pathIn, type Attempt } from './attempt.js';
import { gatherFailures } from './gather-failures.js';
import { JobFailure } from './job-failure.js';
import { inspectOrigin } from './inspect-origin.js';
import { bringsBytes, type Pin, type PinnedPut } from './origin.js';
import { runInSlices } from '../../flow/run-in-slices.js';
import { eachSliced, type SlicedWork } from '../../flow/slices.js';

/** A plan in which every operation with bytes has their ETag, SHA-256 and size. */
export interface PinnedPlan {
  readonly entries: readonly PlanEntry[];
  readonly puts: readonly PinnedPut[];
}

/**
 * Completes the plan (ETag, SHA-256, size) from the origins. The values are stored once, outside the storage root, and
 * every later attempt of the job reads them there: if attempts found different bytes at a changing origin, a late one
 * could write its own to a key that another attempt has verified. Rejects with JobFailures.
 */
export const pinOrigins = async (attempt: Attempt, operations: readonly PlannedOperation[]): Promise<PinnedPlan> => {
  const open = operations.filter((operation) => bringsBytes(operation) && !isPinned(operation));
  const pins = open.length === 0 ? new Map<string, Pin>() : await agreedPins(attempt, open);
  return runInSlices(pinned(attempt, operations, pins));
};

function* pinned({ group }: Attempt, operations: readonly PlannedOperation[], pins: Pins): SlicedWork<PinnedPlan> {
  const puts: PinnedPut[] = [];
  const entries: PlanEntry[] = [];
  const putOf = (operation: PlannedOperation): PinnedPut => {
    if (isPinned(operation)) return operation;
    const { origin } = operation;
    const pin = pins.get(operation.path);
    const path = pathIn(group, operation.path);
    if (origin === undefined || pin === undefined) throw new JobFailure(path, `Binary ${path} has no origin`);
    return { ...operation, ...pin, origin: { ...origin, etag: pin.etag } };
  };
  yield* eachSliced(operations, (operation) => {
    if (!bringsBytes(operation)) {
      entries.push(operation);
      return;
    }
    const put = putOf(operation);
    puts.push(put);
    entries.push(put);
  });
  return { entries, puts };
}

/** Whether the plan itself has all values; such an operation is not copied, to save memory. */
const isPinned = (operation: PlannedOperation): operation is PlannedOperation & PinnedPut =>
  operation.origin?.etag !== undefined && operation.sha256 !== undefined && operation.size !== undefined;

type Pins = ReadonlyMap<string, Pin>;

/** The pins that the first attempt has stored. */
const agreedPins = async (attempt: Attempt, open: readonly PlannedOperation[]): Promise<Pins> => {
  const { dependencies, job, step } = attempt;
  const { bytes, places } = dependencies;
  const at = { bucket: places.staging.bucket, key: originsKey(places, job.jobId) };
  const agreed = await readPins(attempt, at);
  if (agreed !== null) return agreed;
  const found = new Map<string, Pin>();
  const failures = gatherFailures();
  await failures.runAll(
    open,
    async (operation) => void found.set(operation.path, await inspectOrigin(attempt, operation)),
  );
  failures.end();
  const { size, sha256, stream } = await render(() => inChunks(pinLines(found)));
  const options = { contentType: 'application/x-ndjson', sha256, onlyIf: 'absent' } as const;
  const first = await step('record-origins', () => conditionHeld(bytes.put(at, { stream: stream(), size }, options)));
  return first && bytes.keepsConditions ? found : ((await readPins(attempt, at)) ?? found);
};

const readPins = ({ dependencies, step }: Attempt, at: ObjectAddress): Promise<Pins | null> =>
  step('read-origins', async () => {
    const body = await ifThere(() => dependencies.bytes.get(at));
    if (body === null) return null;
    const pins = new Map<string, Pin>();
    for await (const block of lineBlocks(body.stream))
      for (const line of block.toString('utf8').trimEnd().split('\n')) pins.set(...(JSON.parse(line) as [string, Pin]));
    return pins;
  });

/** A line for each file, since the pins of very many files are too large for one string. */
function* pinLines(pins: Pins): Generator<string> {
  for (const pin of pins) yield `${JSON.stringify(pin)}\n`;
}
