import { join } from 'node:path';
import type { Ready } from '../../infra/compose/platform/platform.js';
import { openS3ByteStore } from '../../infra/s3/byte-store.js';
import { callOn } from '../support/http/call-on.js';
import { projectRoot } from '../support/project-root.js';
import { runCommand } from '../support/command-line/run-command.js';
import type { KnownValues } from './fuzzed-document.js';

const GROUP = 'letters/1911';
const GROUPS = [GROUP, 'letters/1912', 'letters/1913'];

/** How many deposits there are that requests may change and delete. */
const DEPOSITS = 12;

/** Preserves a sample into a data folder whose platform does not run, so that there are groups, jobs and versions. */
export const preserveSamples = async (env: Readonly<Record<string, string>>): Promise<void> => {
  for (const group of GROUPS) {
    const words = [join(projectRoot, 'samples', 'letters-1911'), '--as', group, '--keep-workspace'];
    const { code, stderr } = await runCommand('preserve', words, { env });
    if (code !== 0) throw new Error(`the sample was not preserved: ${stderr}`);
  }
};

interface WithId {
  readonly id: string;
}

interface Deposit extends WithId {
  readonly files: string;
  readonly metsETag: string | null;
}

interface Group {
  readonly binaries: readonly WithId[];
  readonly containers: readonly { readonly binaries: readonly WithId[] }[];
}

const lastSegment = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

const filesOf = ({ binaries, containers }: Group): readonly string[] =>
  [...binaries, ...containers.flatMap((each) => each.binaries)].map(({ id }) =>
    decodeURIComponent(new URL(id).pathname).replace('/repository/', ''),
  );

const openWorkspace = ({ endpoint, region, accessKeyId, secretAccessKey }: Ready['s3']) =>
  openS3ByteStore({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });

/** Creates deposits with a file each, some for a group of their own. */
const createDeposits = async ({ preservation, s3 }: Ready): Promise<readonly Deposit[]> => {
  const call = callOn(preservation);
  const workspace = openWorkspace(s3);
  const deposits: Deposit[] = [];
  for (let index = 0; index < DEPOSITS; index++) {
    const template = index % 2 === 0 ? 'RootLevel' : 'BagIt';
    const group = index % 3 === 0 ? {} : { archivalGroup: `${preservation}/repository/fuzz/group-${index}` };
    const { body } = await call<Deposit>('POST', '/deposits', { template, ...group });
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(body.files) ?? [];
    const folder = template === 'BagIt' ? 'data/objects' : 'objects';
    await workspace.put({ bucket, key: `${prefix}${folder}/a.txt` }, Buffer.from(`letter ${index}`));
    deposits.push(body);
  }
  workspace.close();
  return deposits;
};

const createContainers = async ({ preservation }: Ready): Promise<void> => {
  const call = callOn(preservation);
  for (const path of ['fuzz', 'fuzz/empty', 'fuzz/gone', 'fuzz/ä b'])
    await call('PUT', `/repository/${path.split('/').map(encodeURIComponent).join('/')}`, {});
  await call('DELETE', '/repository/fuzz/gone');
};

/** Stores resources of every kind, and gives the values by which requests name them. */
export const storeKnownValues = async (ready: Ready): Promise<KnownValues> => {
  const { preservation, storage, s3 } = ready;
  const call = callOn(preservation);
  await createContainers(ready);
  const { body: listed } = await call<{ deposits: readonly Deposit[] }>('GET', '/deposits?showAll=true');
  const preserved = listed.deposits.map(({ id }) => lastSegment(id));
  const deposits = [...listed.deposits, ...(await createDeposits(ready))];
  const { body: results } = await call<readonly WithId[]>('GET', `/deposits/${preserved[0]}/importjobs/results`);
  const { body: group } = await call<Group>('GET', `/repository/${GROUP}`);
  const groups = [...GROUPS, 'fuzz/group-1', 'fuzz/new-group'].map((path) => `${preservation}/repository/${path}`);
  const destination = `s3://${s3.workspaceBucket}/exports/fuzz`;
  const { body: exported } = await callOn(storage)<WithId>('POST', '/export', {
    archivalGroup: groups[0],
    destination,
  });
  const depositIds = deposits.map(({ id }) => lastSegment(id));
  const jobs = results.map(({ id }) => lastSegment(id));
  const newest = deposits.at(-1);
  return {
    parameters: {
      path: [...GROUPS, 'letters', 'fuzz', 'fuzz/empty', 'fuzz/gone', 'fuzz/new', 'fuzz/ä b', ...filesOf(group)],
      depositId: depositIds,
      resultId: jobs,
      jobId: jobs,
      exportId: [lastSegment(exported.id)],
      agentName: ['developer'],
      pageNumber: ['1'],
      version: ['v1', 'v2'],
      view: ['lightweight', 'mets', 'parsed-mets'],
      Range: ['bytes=0-9', 'bytes=-5', 'bytes=5-'],
      text: ['letter', 'a', depositIds[0]],
      archivalGroupPath: groups,
      archivalGroupPathParent: ['letters'],
      status: ['new', 'preserved'],
      'If-Match': deposits.slice(0, 4).map(({ metsETag }) => metsETag),
    },
    properties: {
      id: [...groups, `${groups[4]}/objects/a.txt`, `${newest?.id}/importjobs/diff`],
      origin: [`${newest?.files}objects/a.txt`],
      type: ['Update', 'ArchivalGroup'],
      archivalGroup: groups,
      deposit: deposits.map(({ id }) => id),
      depositId: depositIds,
      depositUri: deposits.map(({ id }) => id),
      destination: [destination],
      sourceVersion: ['v1'],
      versionExported: ['v1'],
      schema: ['id', 'catirn'],
      value: ['r2k7m4x9', '471101'],
      path: ['objects', 'objects/a.txt', 'metadata', '__METSeditor'],
      olderThan: ['P0D', 'PT0S', 'P6M'],
    },
  };
};
