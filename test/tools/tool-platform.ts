import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { DescribedDirectory, DescribedFile } from '../../formats/mets/model/described-mets.js';
import type { ByteStore } from '../../formats/bytes.js';
import { readWhole } from '../../formats/read-whole.js';
import type { PipelineCounts } from '../../events/pipeline-run.js';
import { preservationSchemas } from '../formats/mets/schemas.js';
import { validateXml, type XmlFinding } from '../support/repository/validate-xml.js';
import { sharedDataPath } from '../support/shared-data.js';
import { startTestPlatform, type TestPlatform } from '../support/platform/test-platform.js';
import { clamscanIn, pygfriedIn, toolPath } from './real-tools.js';
import { describeMets } from '../support/mets-in-bytes.js';

export interface ToolDeposit {
  readonly id: string;
  readonly bucket: string;
  /** With a slash at its end. */
  readonly prefix: string;
}

export interface ToolRun {
  readonly status: string;
  readonly errors: readonly { readonly message: string }[] | null;
  readonly counts: PipelineCounts | null;
}

/** A platform whose pipeline has the real tools, but for the signatures of the scanner, which know EICAR only. */
export interface ToolPlatform {
  readonly platform: TestPlatform;
  deposit(slug: string, template?: 'RootLevel' | 'BagIt'): Promise<ToolDeposit>;
  /** Puts a file into the workspace; `path` is relative to the deposit. */
  put(deposit: ToolDeposit, path: string, content: Parameters<TestPlatform['s3']['put']>[1]): Promise<void>;
  /** Queues a run. */
  begin(deposit: ToolDeposit): Promise<void>;
  /** The last run, once every run has ended. */
  ended(deposit: ToolDeposit): Promise<ToolRun>;
  bytes(deposit: ToolDeposit, path: string): Promise<Buffer>;
  /** The files in a METS at this path, by their paths; the METS has to be valid by its schemas. */
  described(deposit: ToolDeposit, mets?: string): Promise<ReadonlyMap<string, DescribedFile>>;
  /** Imports the deposit as it is. */
  imported(deposit: ToolDeposit): Promise<void>;
  /** Nothing of a run is left on the local disk, and the deposit is not locked. */
  expectNothingLeft(deposit: ToolDeposit): Promise<void>;
}

const filesIn = ({ files, directories }: DescribedDirectory): DescribedFile[] => [
  ...files,
  ...directories.flatMap(filesIn),
];

/** An href is the path itself (companion 5.2), so that one with a bare `%` is no URI for the schema. */
const isBarePercent = ({ message }: XmlFinding): boolean => /xlink\}href': '[^']*%(?![0-9a-f]{2})/i.test(message);

const requireValid = (bytes: Uint8Array): void => {
  if (!existsSync(sharedDataPath('xsd'))) return;
  const findings = validateXml(bytes, preservationSchemas());
  expect(findings.filter((each) => !isBarePercent(each))).to.deep.equal([]);
};

/** Starts one in an empty folder; `clamscan` is the real command. */
export const startToolPlatform = async (
  folder: string,
  clamscan: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ToolPlatform> => {
  const data = join(folder, 'data');
  const opened: ByteStore[] = [];
  const platform = await startTestPlatform({
    data,
    ports: (ports) => {
      opened.push(ports.bytes);
      return ports;
    },
    environment: {
      MUNIMENT_TOOL_PATH: toolPath,
      MUNIMENT_TOOL_SIEGFRIED: join(await pygfriedIn(folder), 'sf'),
      MUNIMENT_TOOL_CLAMSCAN: join(clamscanIn(folder, clamscan), 'clamscan'),
      MUNIMENT_TOOLS: 'siegfried,clamav,exiftool',
      ...environment,
    },
  });
  const { call, s3, ready } = platform;
  const bytes: ToolPlatform['bytes'] = async ({ bucket, prefix }, path) =>
    (await readWhole(s3, { bucket, key: prefix + path })).bytes;
  return {
    platform,
    bytes,
    async deposit(slug, template = 'RootLevel') {
      const archivalGroup = `${ready.preservation}/repository/${slug}`;
      const request = { template, archivalGroup, archivalGroupName: slug };
      const { body } = await call<{ id: string; files: string }>('POST', '/deposits', request);
      const [, , bucket = '', ...rest] = body.files.split('/');
      return { id: body.id, bucket, prefix: `${rest.join('/').replace(/\/$/, '')}/` };
    },
    async put({ bucket, prefix }, path, content) {
      // One upload through the endpoint has 5 GiB at most.
      await (content instanceof Uint8Array ? s3 : opened[0]!).put({ bucket, key: prefix + path }, content);
    },
    async begin({ id }) {
      expect((await call('POST', `${id}/pipeline`)).status).to.equal(204);
    },
    async ended({ id }) {
      await platform.settle();
      const { body: runs } = await call<readonly ToolRun[]>('GET', `${id}/pipelinerunjobs`);
      return runs.at(-1)!;
    },
    async described(deposit, mets = 'mets.xml') {
      const written = await bytes(deposit, mets);
      requireValid(written);
      return new Map(filesIn(describeMets(written).root).map((file) => [file.localPath, file]));
    },
    async imported({ id }) {
      const { body: job } = await call('GET', `${id}/importjobs/diff`);
      expect((await call('POST', `${id}/importjobs`, job)).status).to.equal(201);
      await platform.settle();
      expect((await call<{ status: string }>('GET', id)).body.status).to.equal('preserved');
    },
    async expectNothingLeft({ id }) {
      const scratch = join(data, 'scratch');
      const left = readdirSync(scratch).flatMap((name) => readdirSync(join(scratch, name)));
      // The renderer of images keeps its folder as long as the platform runs.
      expect(left.filter((name) => !name.endsWith('-images'))).to.deep.equal([]);
      expect((await call<{ lockedBy: string | null }>('GET', id)).body.lockedBy).to.equal(null);
    },
  };
};
