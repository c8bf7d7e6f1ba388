import { descriptionOf } from '../../../events/deposit-description.js';
import { addToMets } from '../../../commands/mets-edits/add-to-mets.js';
import {
  beginArchiving,
  claimArchiving,
  finishArchiving,
} from '../../../commands/processes/deposits/archive-deposit.js';
import { createContainer } from '../../../commands/processes/containers/create-container.js';
import { importDeposit } from '../../../commands/processes/imports/import-deposit.js';
import { openDeposit } from '../../../commands/processes/deposits/open-deposit.js';
import type { Dependencies } from '../../../commands/core/dependencies.js';
import type { Intent } from '../../../commands/core/intent.js';
import { depositStream, readDeposit } from '../../../commands/deposit/deposit-stream.js';
import type { Deposit } from '../../../commands/deposit/state.js';
import { openDepositMets } from '../../../commands/workspace/deposit-mets.js';
import { readDigests } from '../../../commands/workspace/digests/digest-reader.js';
import type { DepositFact, DepositTemplate } from '../../../events/deposit.js';
import type { RecordedFact } from '../../../events/envelope.js';
import { timestampOf } from '../../../events/time.js';
import { prepareRepository } from '../../../workers/prepare-repository.js';
import { intentOf } from '../../support/command-bench.js';
import { dependenciesIn, objectsIn, openWorld, type Past, type World } from '../../support/simulation/world.js';
import { valueOf } from '../../support/value-of.js';
import { importOnce, settle } from '../../workers/support/import-once.js';

export const GROUP = 'letters/1911';
/** A time in the past of every limit that specs give. */
export const LIMIT = new Date('2026-12-01T00:00:00.000Z');

/** Deposits on stores in memory, whose clock moves a minute at each look. */
export interface ArchiveBench {
  readonly world: World;
  readonly dependencies: Dependencies;
  readonly now: () => Date;
}

const clock = (start: string): (() => Date) => {
  let minutes = 0;
  return () => new Date(Date.parse(start) + 60_000 * minutes++);
};

export const asked = (dependencies: Dependencies): Intent => ({
  ...intentOf('ann'),
  at: timestampOf(dependencies.now()),
});

/** Stores with a container `letters`, or those of a past. */
export const openBench = async (past?: Past): Promise<ArchiveBench> => {
  const now = clock(past === undefined ? '2026-03-01T12:00:00.000Z' : '2026-12-24T12:00:00.000Z');
  const world = await openWorld(now, past);
  const dependencies = dependenciesIn(world, now);
  if (past === undefined) {
    await prepareRepository(dependencies);
    valueOf(await createContainer(dependencies, asked(dependencies), { path: 'letters', displayName: null }));
  }
  return { world, dependencies, now };
};

export interface DepositWishes {
  readonly template?: DepositTemplate;
  readonly group?: string | null;
  /** Text by path relative to the deposit; recorded in the METS. */
  readonly files: Readonly<Record<string, string>>;
}

export const upload = async (
  { world }: Pick<ArchiveBench, 'world'>,
  { files }: Pick<Deposit, 'files'>,
  texts: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const [path, text] of Object.entries(texts))
    await world.bytes.put({ bucket: files.bucket, key: files.prefix + path }, Buffer.from(text));
};

const record = async ({ dependencies }: ArchiveBench, deposit: Deposit, paths: readonly string[]): Promise<void> => {
  const mets = await openDepositMets(dependencies.bytes, deposit);
  const request = { depositId: deposit.depositId, ifMatch: mets?.etag ?? null, paths, computing: null };
  valueOf(await addToMets(dependencies, asked(dependencies), request));
};

/** A deposit with files that are in its METS, not imported yet. */
export const newDeposit = async (
  bench: ArchiveBench,
  { template = 'RootLevel', group = GROUP, files }: DepositWishes,
): Promise<Deposit> => {
  const { dependencies } = bench;
  const described = { ...descriptionOf({ archivalGroupName: 'Letters' }), bucket: dependencies.places.workspaceBucket };
  const deposit = valueOf(
    await openDeposit(dependencies, asked(dependencies), { template, archivalGroup: group, ...described }),
  );
  await upload(bench, deposit, files);
  await record(bench, deposit, Object.keys(files));
  return deposit;
};

/** Imports the deposit as it is; `meanwhile` happens between the acceptance of the job and its run. */
export const importIt = async (
  { dependencies }: ArchiveBench,
  { depositId }: Deposit,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  const request = { importJob: null, originalImportJob: null, suppressActivityStreamEvent: false, createdBy: 'ann' };
  const submitted = await importDeposit(dependencies, asked(dependencies), {
    depositId,
    jobFor: () => Promise.resolve({ kind: 'diff', request }),
    allowsSuppression: false,
  });
  const { jobId } = valueOf(submitted);
  const archivalGroup = (await readDeposit(dependencies.events, depositId))?.archivalGroup ?? '';
  await meanwhile();
  await importOnce(dependencies, { jobId, archivalGroup });
  await settle(dependencies, { jobId, archivalGroup });
};

export const preservedDeposit = async (bench: ArchiveBench, wishes: DepositWishes): Promise<Deposit> => {
  const deposit = await newDeposit(bench, wishes);
  await importIt(bench, deposit);
  return deposit;
};

export const factsOf = async (
  { events }: Pick<Dependencies, 'events'>,
  depositId: string,
): Promise<RecordedFact<DepositFact>[]> => {
  const facts: RecordedFact<DepositFact>[] = [];
  for await (const fact of events.read<DepositFact>(depositStream(depositId))) facts.push(fact);
  return facts;
};

/** What a worker does that takes up the last archive job of a deposit, or takes it over. */
export const finish = async (dependencies: Dependencies, depositId: string): Promise<void> => {
  for (const fact of await factsOf(dependencies, depositId)) {
    if (fact.type !== 'DepositArchivingBegun') continue;
    const { jobId } = fact.data;
    const seen = (await readDeposit(dependencies.events, depositId))?.archiveJob?.epoch ?? 0;
    const claim = { depositId, jobId, epoch: seen, worker: `worker ${seen + 1}` };
    const epoch = await claimArchiving(dependencies, asked(dependencies), claim);
    if (epoch === null) continue;
    await finishArchiving(dependencies, fact, {
      epoch,
      readDigest: async (object) => (await readDigests(dependencies.bytes, object))?.sha256 ?? null,
    });
  }
};

/** Archives a deposit; answers the reasons why it was not archived, with their paths. */
export const archive = async (dependencies: Dependencies, depositId: string): Promise<readonly string[]> => {
  const request = { depositId, before: LIMIT, again: true };
  valueOf(await beginArchiving(dependencies, asked(dependencies), request));
  await finish(dependencies, depositId);
  const job = (await readDeposit(dependencies.events, depositId))?.archiveJob;
  return (job?.errors ?? []).map(({ path, message }) => `${path ?? '-'}: ${message}`);
};

/** The text of every object below a prefix of the workspace bucket, by key. */
export const workspace = async ({ world, dependencies }: ArchiveBench, prefix = ''): Promise<Map<string, string>> => {
  const objects = await objectsIn(world.bytes, dependencies.places.workspaceBucket);
  return new Map(
    objects.filter(({ info }) => info.key.startsWith(prefix)).map(({ info, bytes }) => [info.key, bytes.toString()]),
  );
};
