import { metsWork, agentsOf } from '../../commands/workspace/deposit-mets.js';
import { withFileModified } from '../../formats/file-modified.js';
import { readSource } from '../../formats/mets/mets-work.js';
import { readWhole } from '../../formats/read-whole.js';
import { escapePath, ocflId, type RepositoryPath } from '../../formats/paths/repository-path.js';
import type { FileToPreserve, GroupToPreserve, ObjectToAdopt, VersionToPreserve } from '../support/archive/contents.js';
import { adoptOn } from '../support/repository/adopt-on.js';
import { foreignFiles } from '../support/repository/foreign-object.js';
import { objectRoot } from '../../formats/ocfl/storage-root/storage-root.js';
import { ask, deleteItems, describeFiles, ended, newDeposit, type OpenedDeposit } from './conversation.js';
import { CALLER, type LiveServices } from './live-services.js';

/** Preserves each version of a group by a deposit of its own, below a container. */
export const preserveVersions = async (
  live: LiveServices,
  container: RepositoryPath,
  group: GroupToPreserve,
): Promise<void> => {
  const path = `${container}/${group.path}`;
  await makeContainers(live, path);
  let before: readonly string[] = [];
  for (const version of group.versions) {
    await preserveVersion(live, { ...group, path }, { ...version, before });
    before = Object.keys(version.files);
  }
};

const makeContainers = async (live: LiveServices, path: RepositoryPath): Promise<void> => {
  const names = path.split('/');
  for (let depth = 1; depth < names.length; depth++)
    await ask('PUT', `${live.preservation}/repository/${escapePath(names.slice(0, depth).join('/'))}`);
};

const preserveVersion = async (
  live: LiveServices,
  { path, name }: Pick<GroupToPreserve, 'path' | 'name'>,
  { agent, message, files, before }: VersionToPreserve & { readonly before: readonly string[] },
): Promise<void> => {
  const archivalGroup = `${live.preservation}/repository/${escapePath(path)}`;
  const deposit = await newDeposit(live, {
    template: 'RootLevel',
    archivalGroup,
    archivalGroupName: name,
    ...(message === null ? {} : { submissionText: message }),
  });
  for (const [stored, { text, modified }] of Object.entries(files)) {
    const at = { bucket: live.places.workspaceBucket, key: deposit.prefix + stored };
    const metadata = modified === undefined ? {} : withFileModified(new Date(modified));
    await live.bytes.put(at, Buffer.from(text), { contentType: 'text/plain', metadata });
  }
  const described = await describeFiles(deposit, Object.keys(files));
  if (described.status !== 200) throw new Error(`not described: ${described.text}`);
  const gone = before.filter((stored) => files[stored] === undefined);
  const removed =
    gone.length === 0
      ? described
      : await deleteItems(
          deposit,
          gone.map((path) => ({ path, isDir: false })),
        );
  if (removed.status !== 200) throw new Error(`not removed: ${removed.text}`);
  await describeByTools(live, deposit, files);
  const job = { id: `${deposit.uri}/importjobs/diff` };
  const submitted = await ask('POST', `${deposit.uri}/importjobs`, job, { [CALLER]: agent });
  if (submitted.status !== 201) throw new Error(`no import job: ${submitted.text}`);
  await ended(live, submitted.body.id);
};

/** Writes into the METS of a deposit what tools would have found. */
const describeByTools = async (
  { bytes, places, dependencies }: LiveServices,
  { prefix }: OpenedDeposit,
  files: Readonly<Record<string, FileToPreserve>>,
): Promise<void> => {
  const edits = Object.entries(files).flatMap(([path, { format, virus }]) => {
    if (format === undefined && virus === undefined) return [];
    const values = { path, format: format === undefined ? null : { pronomKey: format.key, name: format.name } };
    const virusScans = virus === undefined ? [] : [scanOf(virus)];
    return [{ kind: 'put-file', values: { ...values, virusScans } } as const];
  });
  if (edits.length === 0) return;
  const at = { bucket: places.workspaceBucket, key: `${prefix}mets.xml` };
  const source = readSource((await readWhole(bytes, at)).bytes);
  const order = { agents: agentsOf(dependencies), now: new Date(), edits };
  const edited = await metsWork(dependencies)('edit', source, order);
  if (!edited.ok || edited.value.bytes === null) throw new Error('the METS was not edited');
  await bytes.put(at, edited.value.bytes, { contentType: 'application/xml' });
};

const scanOf = (virus: string | null) => ({
  type: 'VirusScanMetadata' as const,
  source: 'ClamAV',
  timestamp: new Date('2026-01-02T03:04:05Z'),
  hasVirus: virus !== null,
  virusFound: virus ?? '',
  virusDefinition: 'ClamAV 1.4.1/27500',
});

/** Puts an object of another program into the repository, below a container, and adopts it. */
export const adoptObject = async (
  live: LiveServices,
  container: RepositoryPath,
  { path, algorithm, versions }: ObjectToAdopt,
): Promise<void> => {
  const group = `${container}/${path}`;
  await makeContainers(live, group);
  const { bucket } = live.places.repository;
  const id = ocflId(group);
  for (const [file, text] of foreignFiles({ id, algorithm, versions }))
    await live.bytes.put({ bucket, key: `${objectRoot(id)}/${file}` }, Buffer.from(text));
  await adoptOn(live.dependencies, group);
  await live.settle();
};
