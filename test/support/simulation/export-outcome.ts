import { readDeposit } from '../../../commands/deposit/deposit-stream.js';
import { readExport } from '../../../commands/export/export-stream.js';
import { readLedger } from '../../../commands/archival-group/ledger-stream.js';
import type { RecordedFact } from '../../../events/envelope.js';
import { openReadModels } from '../../../projections/read-models.js';
import { restFaults } from '../oracle/rest-faults.js';
import { logOf } from '../command-bench.js';
import { unfinishedJobs } from './outcome.js';
import { EXPORTS, textsOf, type ExportAnswer, type ExportWish } from './export-scenarios.js';
import { GROUP } from './scenarios.js';
import { dependenciesIn, objectsIn, type World } from './world.js';

/** What the owner of a deposit did to its files after the export: the text by path, null for a file that was deleted. */
export type Changes = ReadonlyMap<string, string | null>;

/** Replaces a file of the new deposit and deletes another one, as its owner may; records that in `changes`. */
export const changeFiles = async ({ events, bytes }: World, changes: Map<string, string | null>): Promise<void> => {
  const { admitted } = await readLedger(events, GROUP);
  if (admitted === null) throw new Error('no deposit has the group');
  const prefix = `deposits/${admitted.depositId}/`;
  await bytes.put({ bucket: 'workspace', key: `${prefix}objects/a` }, Buffer.from('changed by its owner'));
  await bytes.delete('workspace', [`${prefix}objects/b`]);
  changes.set('objects/a', 'changed by its owner').set('objects/b', null);
};

/** A METS without what depends on the time of its edit, and on its random ids. */
const comparable = (mets: string): string =>
  mets.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'a time').replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id');

const destinationOf = ({ depositId }: ExportAnswer): string =>
  depositId === null ? EXPORTS.prefix : `deposits/${depositId}/`;

/** Every object below the destination, by its path there. */
export const exportedFiles = async ({ bytes }: World, answer: ExportAnswer): Promise<ReadonlyMap<string, string>> => {
  const prefix = destinationOf(answer);
  const below = (await objectsIn(bytes, 'workspace')).filter(({ info }) => info.key.startsWith(prefix));
  return new Map(
    below.map(({ info, bytes: body }) => {
      const path = info.key.slice(prefix.length);
      return [path, path === 'mets.xml' ? comparable(body.toString()) : body.toString()];
    }),
  );
};

/** Every key that there must be at rest, with its text; null for one whose text is not told by the wish. */
const wantedFiles = (wish: ExportWish, changes: Changes): Map<string, string | null> => {
  if (wish.deletes) return new Map();
  const wanted = new Map<string, string | null>(textsOf(wish));
  for (const [path, text] of changes) {
    if (text === null) wanted.delete(path);
    else wanted.set(path, text);
  }
  const isDeposit = wish.to === 'a new deposit';
  const hasMets = wish.withMets || (isDeposit && wish.template !== 'None');
  if (hasMets) wanted.set('mets.xml', null);
  if (hasMets && isDeposit) for (const folder of ['metadata/', 'metadata/ad-hoc/']) wanted.set(folder, '');
  return wanted;
};

const fileFaults = async (
  world: World,
  wish: ExportWish,
  answer: ExportAnswer,
  changes: Changes,
): Promise<string[]> => {
  const found = await exportedFiles(world, answer);
  const wanted = wantedFiles(wish, changes);
  const isRight = (path: string, text: string | null): boolean =>
    found.has(path) && [null, found.get(path)].includes(text);
  const mets = wanted.has('metadata/ad-hoc/') ? found.get('mets.xml') : undefined;
  return [
    ...[...wanted].flatMap(([path, text]) =>
      isRight(path, text) ? [] : [`${path} is ${found.get(path) ?? 'missing'}, not ${text ?? 'there'}`],
    ),
    ...[...found.keys()].filter((path) => !wanted.has(path)).map((path) => `${path} is a stray key`),
    ...(mets?.includes('ad-hoc') === false ? ['the METS lacks the folders for metadata'] : []),
  ];
};

/** The kinds of facts of an export and its deposit, with how often each of them may be there. */
const tallyFaults = (
  facts: readonly RecordedFact[],
  { depositId, exportId }: ExportAnswer,
  wish: ExportWish,
): string[] => {
  const about = facts.filter(({ data }) => {
    const of = data as { readonly exportId?: string; readonly depositId?: string };
    return of.exportId === exportId || (depositId !== null && of.depositId === depositId);
  });
  const expect = (times: readonly number[], ...types: string[]): string[] => {
    const found = about.filter(({ type }) => types.includes(type)).length;
    return times.includes(found) ? [] : [`${types.join(' or ')} happened ${found} times`];
  };
  const deposits = depositId === null ? 0 : 1;
  const arrivals = wish.to === 'a new deposit' ? 1 : 0;
  return [
    ...(wish.deletes ? [] : expect([1], 'ExportStarted')),
    ...(wish.deletes ? [] : expect([1], 'ExportJobStarted')),
    ...(wish.deletes ? [] : expect([1], 'ExportFinished')),
    ...expect([0], 'ExportFailuresRecorded'),
    ...expect([deposits], 'DepositAdmitted'),
    ...expect([deposits], 'DepositCreated'),
    ...expect(wish.deletes ? [0, 1] : [arrivals], 'DepositFilesArrived'),
    ...expect(wish.deletes ? [deposits] : [0], 'DepositReleased'),
    ...expect(wish.deletes ? [deposits] : [0], 'DepositWorkspaceEmptied'),
  ];
};

const depositFaults = async (world: World, wish: ExportWish, depositId: string | null): Promise<string[]> => {
  const { admitted } = await readLedger(world.events, GROUP);
  const wanted = wish.deletes ? null : depositId;
  const holder = admitted === null ? null : admitted.depositId;
  const deposit = depositId === null ? null : await readDeposit(world.events, depositId);
  const status = deposit === null ? null : deposit.status;
  return [
    ...(holder === wanted ? [] : [`the deposit ${holder} has the group`]),
    ...(status === (wanted === null ? null : 'new') ? [] : [`the deposit is ${status}`]),
  ];
};

/** What has become of an export, as everybody who is asked tells it. */
const statusFaults = async (world: World, wish: ExportWish, { exportId }: ExportAnswer): Promise<string[]> => {
  const found = await readExport(world.events, exportId);
  const models = openReadModels(world.documents);
  const unfinished = await unfinishedJobs(models);
  await models.close();
  const files = textsOf(wish).size + (wish.withMets ? 1 : 0);
  const isWhole = found?.status === 'finished' && found.files === files && found.failures === 0;
  return [
    ...(isWhole || (wish.deletes && found?.status === 'abandoned') ? [] : [`the export is ${JSON.stringify(found)}`]),
    ...unfinished.map((each) => `${each} is shown as unfinished`),
  ];
};

/** Everything that is wrong with a world at rest after one export; empty when all went well. */
export const exportFaults = async (
  world: World,
  wish: ExportWish,
  answer: ExportAnswer,
  changes: Changes,
): Promise<string[]> => {
  const facts = await logOf(world.events);
  return [
    ...tallyFaults(facts, answer, wish),
    ...(await statusFaults(world, wish, answer)),
    ...(await depositFaults(world, wish, answer.depositId)),
    ...(await fileFaults(world, wish, answer, changes)),
    ...(await restFaults(dependenciesIn(world))),
  ];
};
