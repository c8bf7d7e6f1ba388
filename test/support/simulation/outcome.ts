import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { readImportJob } from '../../../commands/import-job/import-job-stream.js';
import type { ByteStore } from '../../../formats/bytes.js';
import { readWhole } from '../../../formats/read-whole.js';
import { restFaults } from '../oracle/rest-faults.js';
import type { AcknowledgedImports, Wish } from './scenarios.js';
import { objectsIn, dependenciesIn, type World } from './world.js';
import { openReadModels, type ReadModels } from '../../../projections/read-models.js';

const DECLARATION = '0=ocfl_object_1.1';

/** As much of an inventory as is needed to read an object by hand, without the code that wrote it. */
interface Inventory {
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

/** The ids of jobs that the view shows as waiting or running. */
export const unfinishedJobs = async ({ jobs }: Pick<ReadModels, 'jobs'>): Promise<readonly string[]> => {
  const filter = { statuses: ['waiting', 'held', 'running'] } as const;
  return (await jobs.page({ filter, skip: 0, limit: 100 })).jobs.map(({ jobId }) => jobId);
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
  const shown = await models.jobs.job(jobId);
  const unfinished = await unfinishedJobs(models);
  await models.close();
  return [
    ...(job.status === wish.ends ? [] : [`${wish.name} is ${job.status}`]),
    ...(deposit?.status === wanted && !deposit.active ? [] : [`the deposit of ${wish.name} is ${deposit?.status}`]),
    ...(shown?.status === job.status ? [] : [`${wish.name} is shown as ${shown?.status}`]),
    ...unfinished.map((each) => `${each} is shown as unfinished`),
  ];
};

/** Everything that is wrong with a world at rest; empty when nobody could tell that anything ever happened to it. */
export const outcomeFaults = async (
  world: World,
  wishes: readonly Wish[],
  acknowledged: AcknowledgedImports,
): Promise<string[]> => {
  const faults = await restFaults(dependenciesIn(world));
  for (const wish of wishes) faults.push(...(await jobFaults(world, wish, acknowledged)));
  return faults;
};
