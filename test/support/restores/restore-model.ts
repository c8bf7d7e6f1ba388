import { createContainer } from '../../../commands/processes/containers/create-container.js';
import { objectMismatch } from '../../../commands/reads/object-mismatch.js';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import { submitImport } from '../../../commands/processes/imports/submit-import.js';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { PlannedOperation } from '../../../events/import-plan.js';
import { objectRoot } from '../../../formats/ocfl/storage-root/storage-root.js';
import { ocflId } from '../../../formats/paths/repository-path.js';
import type { ImportTask } from '../../../workers/importer/import-task.js';
import { sweepAfterImport } from '../../../workers/importer/sweep-after-import.js';
import { prepareRepository } from '../../../workers/prepare-repository.js';
import { importOnce, outcomeOf } from '../../workers/support/import-once.js';
import { silent } from '../../workers/support/log-of-facts.js';
import { finishEverything, intentOf, logOf } from '../command-bench.js';
import { faulty } from '../faults/faulty.js';
import { PLAIN_REQUEST } from '../http/import-request.js';
import { randomNumbers } from '../random/random-numbers.js';
import { openWorld, pastOf, dependenciesIn, type Past, type World } from '../simulation/world.js';
import { guarded, keysOf, type GuardedStore } from './guarded-store.js';
import { sha256Of } from '../sha256.js';

/** What came of schedules so far. */
export interface RestoreTally {
  schedules: number;
  restores: number;
  /** Imports that made a version, after a restore. */
  importsServed: number;
  /** Imports that were refused at once or failed, after a restore, by the beginning of the reason. */
  readonly importsRefused: Map<string, number>;
  /** By bucket; keys of the repository were proven to be debris. */
  readonly deleted: Map<string, number>;
  /** Groups that were served with every byte right, and that were refused by name. */
  groupsServed: number;
  groupsRefused: number;
  readonly violations: string[];
}

export const newRestoreTally = (): RestoreTally => ({
  schedules: 0,
  restores: 0,
  importsServed: 0,
  importsRefused: new Map(),
  deleted: new Map(),
  groupsServed: 0,
  groupsRefused: 0,
  violations: [],
});

const GROUPS = ['letters/1', 'letters/2', 'letters/3'];
const STEPS = 14;
const REPOSITORY = 'repository';

type Random = () => number;

const pick = <T>(random: Random, items: readonly T[]): T => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
};

const count = (counts: Map<string, number>, what: string, by = 1): void =>
  void counts.set(what, (counts.get(what) ?? 0) + by);

/** A world that goes on from a past, with its repository watched over. */
interface Era {
  readonly world: World;
  readonly watched: GuardedStore;
  readonly dependencies: Dependencies;
}

let seconds = 0;
const now = (): Date => new Date(Date.UTC(2026, 0, 1) + 1_000 * ++seconds);

const beginEra = async (past?: Past): Promise<Era> => {
  const world = await openWorld(now, past);
  const watched = guarded(world.bytes, REPOSITORY);
  return { world, watched, dependencies: dependenciesIn({ events: world.events, bytes: watched.store }, now) };
};

const fileOf = async (dependencies: Dependencies, random: Random, isWrong: boolean): Promise<PlannedOperation> => {
  const path = pick(random, ['a', 'b', 'c/d', 'e']);
  const text = pick(random, ['alpha', 'beta', 'gamma', 'delta']);
  const key = `deposits/d1/${path}-${text}`;
  const { etag } = await dependencies.bytes.put({ bucket: 'workspace', key }, Buffer.from(text));
  const sha256 = sha256Of(isWrong ? 'other' : text);
  return { op: 'add-binary', path, origin: { bucket: 'workspace', key, etag }, size: text.length, sha256 };
};

/** Submits a job for a random group; the sentence of the refusal where it gets none. */
const submit = async (dependencies: Dependencies, random: Random, isWrong = false): Promise<ImportTask | string> => {
  const path = pick(random, GROUPS);
  const operations = [await fileOf(dependencies, random, isWrong)];
  const settled = await submitImport(dependencies, intentOf('ada', undefined, sha256Of(`${random()}`)), {
    depositId: null,
    archivalGroup: path,
    request: { ...PLAIN_REQUEST, isUpdate: null },
    operations,
  });
  return settled.ok ? { jobId: settled.value.jobId, archivalGroup: path } : settled.refusal.detail;
};

/** A job whose worker dies at some call, and which nobody goes on with for now. */
const die = async ({ world, watched }: Era, task: ImportTask, at: number): Promise<void> => {
  const dead = new AbortController();
  let calls = 0;
  const kill = (): void => {
    if (++calls === at) dead.abort(new Error('killed'));
    dead.signal.throwIfAborted();
  };
  const ports = { events: faulty(world.events, kill), bytes: faulty(watched.store, kill) };
  await importOnce(dependenciesIn(ports, now), task, `dead ${at}`, dead.signal).catch(() => undefined);
};

/** Everything that follows a log sees all of it, also twice: processes are finished, and places swept. */
const settleAll = async ({ dependencies }: Era): Promise<void> => {
  await finishEverything(dependencies);
  for (const fact of await logOf(dependencies.events))
    if (fact.stream.startsWith('archivalGroup-'))
      await sweepAfterImport(dependencies, fact as ArchivalGroupFact & typeof fact, silent);
};

/** Every job that has not ended is worked to its end, as far as it has one. */
const workLeft = async ({ dependencies }: Era): Promise<void> => {
  for (const archivalGroup of GROUPS) {
    const { job } = await readLedger(dependencies.events, archivalGroup);
    if (job === null) continue;
    // A version that can never be published is tried for ever: it is left after a while.
    const patience = AbortSignal.timeout(150);
    await importOnce(dependencies, { jobId: job.jobId, archivalGroup }, `heir ${++seconds}`, patience).catch(
      () => undefined,
    );
  }
};

/** The objects of two moments, mixed as a restore does that was broken off; or of one. */
const mixedObjects = (random: Random, one: Past, other: Past): Past['objects'] => {
  const share = pick(random, [0, 0, 0.2, 0.7]);
  const kept = one.objects.filter(() => random() >= share);
  const there = new Set(kept.map(({ info }) => `${info.bucket}/${info.key}`));
  return [...kept, ...other.objects.filter(({ info }) => !there.has(`${info.bucket}/${info.key}`) && random() < share)];
};

const live = async (era: Era, random: Random): Promise<void> => {
  const roll = random();
  if (roll < 0.15) return settleAll(era);
  if (roll < 0.3) return workLeft(era);
  const task = await submit(era.dependencies, random, roll > 0.85);
  if (typeof task === 'string') return;
  if (roll < 0.55) await die(era, task, 1 + Math.floor(random() * 60));
  else await importOnce(era.dependencies, task);
};

/** Whether a group is served with all of its bytes, as its ledger has it; or refused by name. Anything else is told. */
const judge = async ({ dependencies, watched }: Era, group: string, tally: RestoreTally): Promise<void> => {
  const fault = await objectMismatch(dependencies, group);
  if (fault !== null) {
    tally.groupsRefused++;
    if (!fault.includes(group) && !fault.includes(objectRoot(ocflId(group))))
      tally.violations.push(`${group} is refused, and not by name: ${fault}`);
    return;
  }
  const { versions } = await readLedger(dependencies.events, group);
  const keys = await watched.keys();
  for (const { version, inventory } of versions) {
    const found = keys.get(`${objectRoot(ocflId(group))}/v${version}/inventory.json`);
    // A restore that was broken off may have lost it; then reading the version is an error, and no wrong answer.
    if (found !== undefined && sha256Of(found) !== inventory.sha256)
      tally.violations.push(`v${version} of ${group} is served from another inventory than was decided`);
  }
  if (versions.length > 0) tally.groupsServed++;
};

const afterRestore = async (era: Era, random: Random, tally: RestoreTally): Promise<void> => {
  for (let step = 0; step < 6; step++) {
    const roll = random();
    if (roll < 0.25) await settleAll(era);
    else if (roll < 0.4) await workLeft(era);
    else {
      const task = await submit(era.dependencies, random, roll > 0.9);
      if (typeof task === 'string') {
        count(tally.importsRefused, reasonOf(task));
        continue;
      }
      await importOnce(era.dependencies, task, 'worker', AbortSignal.timeout(300)).catch(() => undefined);
      const outcome = await outcomeOf(era.dependencies, task);
      if (typeof outcome === 'number') tally.importsServed++;
      else count(tally.importsRefused, reasonOf(outcome));
    }
  }
  await workLeft(era);
  await settleAll(era);
};

const reasonOf = (sentence: string): string =>
  sentence
    .replace(/\([0-9a-z]{8,}\)/, '(a job)')
    .replace(/letters\/\d/g, 'a group')
    .replace(/v\d+/g, 'vN')
    .replace(/[0-9a-f]{3}\/\S*/g, 'a key')
    .slice(0, 60);

/** What lies in the repository and must be there for ever, from the moment of a restore on. */
const lost = async (before: ReadonlyMap<string, Buffer>, watched: GuardedStore): Promise<string[]> => {
  const after = await watched.keys();
  return [...before.keys()].filter((key) => /\/v\d+\/inventory\.json$/.test(key) && !after.has(key));
};

/**
 * One schedule: a past with snapshots of log and bucket, a restore of a log and a bucket from different moments, now and
 * then mixed or empty, and a life after it. Adds what came of it to the tally.
 */
export const runRestores = async (seed: number, tally: RestoreTally): Promise<void> => {
  const random = randomNumbers(seed);
  const first = await beginEra();
  await prepareRepository(first.dependencies);
  await createContainer(first.dependencies, intentOf('ada'), { path: 'letters', displayName: null });
  const snapshots: Past[] = [await pastOf(first.world)];
  let era = first;
  const before = tally.violations.length;
  const close = async (): Promise<void> => {
    tally.violations.push(...era.watched.violations);
    for (const [bucket, number] of era.watched.deleted) count(tally.deleted, bucket, number);
    await era.world.close();
  };
  for (let restore = 0; restore < 2; restore++) {
    for (let step = 0; step < STEPS; step++) {
      await live(era, random);
      if (random() < 0.4) snapshots.push(await pastOf(era.world));
    }
    snapshots.push(await pastOf(era.world));
    await close();
    const facts = random() < 0.1 ? [] : pick(random, snapshots).facts;
    const objects = mixedObjects(random, pick(random, snapshots), pick(random, snapshots));
    era = await beginEra({ facts, objects });
    tally.restores++;
    const there = await keysOf(era.world.bytes, REPOSITORY);
    await settleAll(era);
    await afterRestore(era, random, tally);
    for (const group of GROUPS) await judge(era, group, tally);
    for (const key of await lost(there, era.watched)) tally.violations.push(`${key} is gone`);
  }
  await close();
  tally.schedules++;
  for (let index = before; index < tally.violations.length; index++)
    tally.violations[index] = `seed ${seed}: ${tally.violations[index] ?? ''}`;
};
