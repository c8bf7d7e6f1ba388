import { createHash } from 'node:crypto';
import type { RecordedFact } from '../../events/envelope.js';
import type { ImportPlatform } from '../imports/import-platform.js';
import { lifeOf, numbered, type Life } from './life.js';
import { callsOf } from './calls.js';
import { AGENT, boxPath, childPath, FAILED_GROUP, groupPath, PLACES, RECORDED } from './generated.js';

/** What a platform of very many things is made of. */
export interface Lives {
  /** A container for some groups. */
  readonly box: Life;
  /** A deposit that waits for its files. */
  readonly opened: Life;
  /** A deposit of one file that became the first version of a group. */
  readonly preserved: Life;
  /** A container in the one container that has them all. */
  readonly child: Life;
  /** A deposit of a group that has a version already, whose import fails since a file is not there. */
  readonly failed: Life;
}

const FILE = 'objects/page-1.txt';

/** Opens a deposit for a group, with one file in its METS, or none; its id. */
export const openDeposit = async (
  { preservation, dependencies, buckets }: ImportPlatform,
  group: string,
  withFile: boolean,
): Promise<string> => {
  const { call } = callsOf(preservation);
  const archivalGroup = `${preservation}/repository/${group}`;
  const opened = { template: 'RootLevel', archivalGroup, archivalGroupName: group.slice(group.lastIndexOf('/') + 1) };
  const { id } = await call<{ id: string }>('POST', '/deposits', opened);
  const deposit = id.slice(id.lastIndexOf('/') + 1);
  if (!withFile) return deposit;
  const at = { bucket: buckets.workspace, key: `deposits/${deposit}/${FILE}` };
  await dependencies.bytes.put(at, Buffer.from(deposit), { contentType: 'text/plain' });
  const { metsETag } = await call<{ metsETag: string }>('GET', `/deposits/${deposit}`);
  await call('POST', `/deposits/${deposit}/mets`, [FILE], { 'if-match': metsETag });
  return deposit;
};

/** Imports a deposit, and waits until the platform is idle. */
export const importDeposit = async ({ preservation, platform }: ImportPlatform, deposit: string): Promise<void> => {
  const id = `${preservation}/deposits/${deposit}/importjobs/diff`;
  await callsOf(preservation).call('POST', `/deposits/${deposit}/importjobs`, { id });
  await platform.settle();
};

/** Opens a deposit and asks for an import of a file that it does not have; waits until the platform is idle. */
const failImport = async (platform: ImportPlatform, group: string): Promise<void> => {
  const { preservation, buckets } = platform;
  const id = await openDeposit(platform, group, false);
  const archivalGroup = `${preservation}/repository/${group}`;
  const [deposit, origin] = [`${preservation}/deposits/${id}`, `s3://${buckets.workspace}/deposits/${id}/${FILE}`];
  const file = { type: 'Binary', id: `${archivalGroup}/${FILE}`, name: 'page', contentType: 'text/plain', size: 1 };
  const digest = createHash('sha256').update(FILE).digest('hex');
  const job = { type: 'ImportJob', deposit, archivalGroup, binariesToAdd: [{ ...file, origin, digest }] };
  await callsOf(preservation).call('POST', `/deposits/${id}/importjobs`, job);
  await platform.platform.settle();
};

/** A path that no fact has, for a life in which no path differs. */
const NO_PATH = numbered('none', 0);

/** Has a platform record each life. Everything is done twice, and the second time recorded: the first begins shared streams. */
export const recordLives = async (platform: ImportPlatform): Promise<Lives> => {
  const { events } = platform.dependencies;
  const { call } = callsOf(platform.preservation);
  const record = async (
    path: (number: number) => string,
    work: (path: string) => Promise<unknown>,
    replaced = path,
  ): Promise<Life> => {
    const [first, second] = RECORDED;
    await work(path(first));
    await platform.platform.settle();
    const after = (await events.head()) ?? undefined;
    await work(path(second));
    await platform.platform.settle();
    const facts: RecordedFact[] = [];
    for await (const fact of events.readAll({ after })) facts.push(fact);
    return lifeOf(facts, { path: replaced(second), box: numbered('box', second), agent: AGENT });
  };
  const group = (preserved: boolean) => (number: number) => groupPath(number, number, preserved);
  const make = (path: string): Promise<unknown> => call('PUT', `/repository/${path}`);
  for (const place of Object.values(PLACES)) await make(place);
  return {
    box: await record(boxPath, make),
    opened: await record(group(false), (path) => openDeposit(platform, path, false)),
    preserved: await record(group(true), async (path) =>
      importDeposit(platform, await openDeposit(platform, path, true)),
    ),
    child: await record(childPath, make),
    failed: await record(
      () => FAILED_GROUP,
      (path) => failImport(platform, path),
      () => NO_PATH,
    ),
  };
};
