import { createHash } from 'node:crypto';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { readImportJob } from '../../../commands/import-job/import-job-stream.js';
import type { ArchivalGroupFact } from '../../../events/archival-group.js';
import type { RecordedFact } from '../../../events/envelope.js';
import type { ByteStore } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import { storageRootFiles } from '../../../formats/ocfl/storage-root/storage-root.js';
import { byteStoreObject } from '../../formats/ocfl/byte-store-object.js';
import { validateObject } from '../repository/validate-object.js';
import { inconsistencies } from '../../commands/workspace/inconsistencies.js';
import { logOf } from '../command-bench.js';
import type { AcknowledgedImports, Wish } from './scenarios.js';
import { objectsIn, dependenciesOver, type World } from './world.js';
import { openReadModels } from '../../../projections/read-models.js';

const DECLARATION = '0=ocfl_object_1.1';
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** As much of an inventory as is needed to read an object by hand, without the code that wrote it. */
interface Inventory {
  readonly head: string;
  readonly manifest: Readonly<Record<string, readonly string[]>>;
  readonly versions: Readonly<
    Record<string, { readonly created: string; readonly state: Readonly<Record<string, readonly string[]>> }>
  >;
}

const textAt = async (bytes: ByteStore, key: string): Promise<string> =>
  (await readWhole(bytes, { bucket: 'repository', key })).bytes.toString();

const rootsIn = async ({ bytes }: World): Promise<string[]> =>
  (await objectsIn(bytes, 'repository'))
    .map(({ info }) => info.key)
    .filter((key) => key.endsWith(`/${DECLARATION}`))
    .map((key) => key.slice(0, -DECLARATION.length - 1));

/** Every logical file of every version of every object, with its bytes, wherever these lie. */
export const versionsIn = async (world: World): Promise<string[]> => {
  const files: string[] = [];
  for (const root of await rootsIn(world)) {
    const { manifest, versions } = JSON.parse(await textAt(world.bytes, `${root}/inventory.json`)) as Inventory;
    for (const [version, { created, state }] of Object.entries(versions))
      for (const [digest, paths] of Object.entries(state)) {
        const text = await textAt(world.bytes, `${root}/${manifest[digest]?.[0] ?? 'nowhere'}`);
        files.push(...paths.map((path) => `${version} of ${created} ${path}: ${text}`));
      }
  }
  return files.sort();
};

/** Every key of the repository with its bytes. */
export const keysIn = async ({ bytes }: World): Promise<string[]> =>
  (await objectsIn(bytes, 'repository')).map(({ info, bytes: body }) => `${info.key}: ${body.toString()}`);

const strayFaults = async (world: World): Promise<string[]> => {
  const fixed = new Set(storageRootFiles('').map(({ key }) => key));
  const named = new Set<string>(fixed);
  for (const root of await rootsIn(world)) {
    const { manifest, versions } = JSON.parse(await textAt(world.bytes, `${root}/inventory.json`)) as Inventory;
    named.add(`${root}/${DECLARATION}`);
    for (const folder of ['', ...Object.keys(versions).map((name) => `${name}/`)])
      for (const name of ['inventory.json', 'inventory.json.sha256']) named.add(`${root}/${folder}${name}`);
    for (const path of Object.values(manifest).flat()) named.add(`${root}/${path}`);
  }
  const there = (await objectsIn(world.bytes, 'repository')).map(({ info }) => info.key);
  const staged = (await objectsIn(world.bytes, 'staging')).map(({ info }) => info.key);
  return [
    ...there.filter((key) => !named.has(key)).map((key) => `nothing refers to ${key}`),
    ...[...named].filter((key) => !there.includes(key)).map((key) => `${key} is missing`),
    ...staged.filter((key) => !key.endsWith('/origins.ndjson')).map((key) => `${key} is left in staging`),
  ];
};

const objectFaults = async (world: World): Promise<string[]> => {
  const faults: string[] = [];
  for (const root of await rootsIn(world)) {
    const findings = await validateObject(byteStoreObject(world.bytes, { bucket: 'repository', root }));
    // W004 is deliberate: content has the digests that S3 computes.
    faults.push(...findings.filter(({ code }) => code !== 'W004').map(({ code, message }) => `${code} ${message}`));
  }
  return faults;
};

/** The kinds of facts that may speak of one job once in all its life. */
const ONCE = [
  'ImportAdmitted',
  'ImportJobAccepted',
  'ImportJobQueued',
  'ImportStarted',
  'ImportJobStarted',
  'VersionCommitDecided',
  'VersionPublished',
  'ImportAbandoned',
  'ImportJobSettled',
  'DepositPreserved',
  'DepositImportFailed',
];

const tallyFaults = (facts: readonly RecordedFact[]): string[] => {
  const tally = new Map<string, number>();
  const ends = new Map<string, number>();
  for (const { type, data } of facts) {
    const { jobId } = data as { readonly jobId?: string };
    if (jobId === undefined) continue;
    if (ONCE.includes(type)) tally.set(`${type} of ${jobId}`, (tally.get(`${type} of ${jobId}`) ?? 0) + 1);
    if (type === 'ImportJobQueued') ends.set(jobId, ends.get(jobId) ?? 0);
    if (type === 'ImportJobCompleted' || type === 'ImportJobFailed') ends.set(jobId, (ends.get(jobId) ?? 0) + 1);
  }
  return [
    ...[...tally].filter(([, count]) => count !== 1).map(([what, count]) => `${what} happened ${count} times`),
    ...[...ends].filter(([, count]) => count !== 1).map(([jobId, count]) => `job ${jobId} ended ${count} times`),
  ];
};

/** Whoever decides how a job goes on has it at that moment, by the ledger itself. */
const epochFaults = (facts: readonly RecordedFact[]): string[] => {
  const epochs = new Map<string, number>();
  return (facts as readonly RecordedFact<ArchivalGroupFact>[]).flatMap(({ type, data }) => {
    if (type === 'ImportStarted' || type === 'ImportLeaseReassigned') epochs.set(data.jobId, data.epoch);
    const isDecision = type === 'VersionCommitDecided' || type === 'ImportAbandoned';
    return isDecision && epochs.get(data.jobId) !== data.epoch ? [`${type} by one who had lost ${data.jobId}`] : [];
  });
};

/** The ledger's versions are 1, 2, 3 and so on, each published after it was decided, with the very inventory decided. */
const ledgerFaults = async (world: World, facts: readonly RecordedFact[]): Promise<string[]> => {
  const faults: string[] = [];
  const versions = new Map<string, number>();
  const stored = new Map(
    (await objectsIn(world.bytes, 'repository')).map(({ info, bytes }) => [info.key, sha256Of(bytes)]),
  );
  const digests = new Set(
    [...stored].flatMap(([key, sha256]) => (/\/v\d+\/inventory\.json$/.test(key) ? [sha256] : [])),
  );
  for (const { type, data } of facts as readonly RecordedFact<ArchivalGroupFact>[]) {
    if (type === 'VersionCommitDecided' && !digests.has(data.inventory.sha256))
      faults.push(`v${data.version} of ${data.path} was decided and is not there`);
    if (type !== 'VersionPublished') continue;
    const before = versions.get(data.path) ?? 0;
    if (data.version !== before + 1) faults.push(`v${data.version} of ${data.path} follows v${before}`);
    versions.set(data.path, data.version);
  }
  for (const [path, version] of versions) {
    const { versions: known, job } = await readLedger(world.events, path);
    if (known.length !== version || job !== null) faults.push(`the ledger of ${path} does not rest at v${version}`);
  }
  return faults;
};

/** What has become of a job, as everybody who is asked tells it. */
const jobFaults = async (world: World, wish: Wish, acknowledged: AcknowledgedImports): Promise<string[]> => {
  const answer = acknowledged.get(wish.name);
  if (answer === undefined) return [];
  const { jobId } = answer;
  const job = await readImportJob(world.events, jobId);
  if (job === null) return [`${wish.name} was acknowledged and is lost`];
  const deposit = job.depositId === null ? null : await readDeposit(world.events, job.depositId);
  const wanted = wish.ends === 'completed' ? 'preserved' : 'error';
  const models = openReadModels(world.documents);
  const shown = await models.jobResults.job(jobId);
  const claimable = await models.jobResults.claimable();
  await models.close();
  return [
    ...(job.status === wish.ends ? [] : [`${wish.name} is ${job.status}`]),
    ...(deposit?.status === wanted && !deposit.active ? [] : [`the deposit of ${wish.name} is ${deposit?.status}`]),
    ...(shown?.status === job.status ? [] : [`${wish.name} is shown as ${shown?.status}`]),
    ...claimable.map((each) => `${each.jobId} is shown as claimable`),
  ];
};

/** Everything that is wrong with a world at rest; empty when nobody could tell that anything ever happened to it. */
export const outcomeFaults = async (
  world: World,
  wishes: readonly Wish[],
  acknowledged: AcknowledgedImports,
): Promise<string[]> => {
  const facts = await logOf(world.events);
  const faults = [
    ...tallyFaults(facts),
    ...epochFaults(facts),
    ...(await ledgerFaults(world, facts)),
    ...(await objectFaults(world)),
    ...(await strayFaults(world)),
    ...(await inconsistencies(dependenciesOver(world, () => new Date()))),
  ];
  for (const wish of wishes) faults.push(...(await jobFaults(world, wish, acknowledged)));
  return faults;
};
