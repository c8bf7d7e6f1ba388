import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { eicar } from '../../infra/tools/clamav/eicar.js';
import { describeMets } from '../../formats/mets/describe-mets.js';
import type { DescribedDirectory, DescribedFile } from '../../formats/mets/description/described-mets.js';
import { readWhole } from '../../formats/read-whole.js';
import { openS3ByteStore } from '../../infra/s3/byte-store.js';
import { callOn, type Call } from '../support/http/call-on.js';
import { randomNumbers } from '../support/random-numbers.js';
import { startProcess, type RunningPlatform } from '../support/run-command.js';
import { SEED } from '../support/seed.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { standIns } from '../support/tools/stand-in.js';
import { atDepth } from '../support/depth.js';

const KILLS = atDepth(8);
/** Longer than a run takes with these tools, so that some kills meet a run that has ended. */
const LONGEST_MS = 2_500;

interface Deposit {
  readonly id: string;
  readonly files: string;
  readonly lockedBy: string | null;
}

interface Run {
  readonly id: string;
  readonly status: string;
  readonly errors: unknown;
  readonly dateFinished: string | null;
}

const FILES: Readonly<Record<string, string>> = {
  'a b.txt': 'a',
  'odd #1: 50%.txt': 'b',
  '😀.txt': eicar(),
  'empty.txt': '',
  ...Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`many/${index}.txt`, `${index}`])),
};

describe(`pipeline runs whose process is killed ${KILLS} times at random (MUNIMENT_TEST_SEED=${SEED})`, () => {
  let platform: RunningPlatform | null = null;
  const folder = temporaryFolder(() => platform?.end('SIGKILL') ?? Promise.resolve());

  const start = async (): Promise<Call> => {
    platform = await startProcess({
      MUNIMENT_DATA: join(folder(), 'data'),
      MUNIMENT_PRESERVATION_PORT: '0',
      MUNIMENT_STORAGE_PORT: '0',
      MUNIMENT_S3_PORT: '0',
      MUNIMENT_OPERATIONS_PORT: '0',
      MUNIMENT_TOOL_PATH: standIns(join(folder(), 'bin'), 'sf', 'clamscan', 'exiftool'),
      MUNIMENT_TOOL_CLAMDSCAN: 'no-clamdscan',
      MUNIMENT_TOOLS: 'siegfried,clamav,exiftool',
    });
    return callOn(platform.ready.preservation);
  };
  const kill = async (): Promise<void> => {
    const running = platform;
    platform = null;
    await running?.end('SIGKILL');
  };

  const store = () => {
    const { endpoint, region, accessKeyId, secretAccessKey } = platform!.ready.s3;
    return openS3ByteStore({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, forcePathStyle: true });
  };
  const placeOf = ({ files }: Deposit): { bucket: string; prefix: string } => {
    const [, , bucket = '', ...rest] = files.split('/');
    return { bucket, prefix: `${rest.join('/').replace(/\/$/, '')}/` };
  };
  const put = async (deposit: Deposit, path: string, text: string): Promise<void> => {
    const s3 = store();
    const { bucket, prefix } = placeOf(deposit);
    await s3.put({ bucket, key: `${prefix}objects/${path}` }, Buffer.from(text));
    s3.close();
  };

  /** Paths below the deposit, without folders. */
  const keysOf = async (deposit: Deposit): Promise<string[]> => {
    const s3 = store();
    const { bucket, prefix } = placeOf(deposit);
    const keys: string[] = [];
    for await (const { key } of s3.list(bucket, prefix)) if (!key.endsWith('/')) keys.push(key.slice(prefix.length));
    s3.close();
    return keys;
  };
  const describedIn = async (deposit: Deposit): Promise<DescribedFile[]> => {
    const s3 = store();
    const { bucket, prefix } = placeOf(deposit);
    const { bytes } = await readWhole(s3, { bucket, key: `${prefix}mets.xml` });
    s3.close();
    const filesIn = ({ files, directories }: DescribedDirectory): DescribedFile[] => [
      ...files,
      ...directories.flatMap(filesIn),
    ];
    return filesIn(describeMets(bytes).root);
  };

  const runsOf = async (call: Call, path: string): Promise<readonly Run[]> =>
    (await call<readonly Run[]>('GET', `${path}/pipelinerunjobs`)).body;
  const hasEnded = (run: Run | undefined): boolean => run?.status.startsWith('completed') === true;

  /** Processes of the tools of this spec. */
  const toolsLeft = (): string[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map((name) => {
        try {
          return readFileSync(join('/proc', name, 'cmdline'), 'utf8');
        } catch {
          return ''; // it has ended
        }
      })
      .filter((line) => line.includes(join(folder(), 'bin')));

  it('end once each, with every file scanned once a run, one set of outputs, and nothing left behind', async () => {
    const random = randomNumbers(SEED);
    let call = await start();
    const archivalGroup = `${platform!.ready.preservation}/repository/letters`;
    const { body: deposit } = await call<Deposit>('POST', '/deposits', {
      template: 'RootLevel',
      archivalGroup,
      archivalGroupName: 'L',
    });
    const path = new URL(deposit.id).pathname;
    for (const [name, text] of Object.entries(FILES)) await put(deposit, name, text);
    const ended = new Map<string, Run>();
    for (let kills = 0; kills < KILLS; kills++) {
      const before = await runsOf(call, path);
      if (before.every(hasEnded)) {
        await put(deposit, 'changing.txt', `round ${kills}`);
        expect((await call('POST', `${path}/pipeline`)).status).to.equal(204);
      }
      await setTimeout(random() * LONGEST_MS);
      await kill();
      call = await start();
      for (const run of (await runsOf(call, path)).filter(hasEnded)) {
        const name = new URL(run.id).pathname;
        const known = ended.get(name);
        const { status, errors, dateFinished } = run;
        if (known !== undefined) expect({ status, errors, dateFinished }).to.deep.equal(known);
        ended.set(name, { status, errors, dateFinished } as Run);
      }
    }
    while (!(await runsOf(call, path)).every(hasEnded)) await setTimeout(20);

    const runs = await runsOf(call, path);
    for (const { status, errors } of runs)
      expect({ status, errors }).to.deep.equal({ status: 'completed', errors: null });
    expect((await call<Deposit>('GET', path)).body.lockedBy).to.equal(null);
    const objects = [...Object.keys(FILES), 'changing.txt'].map((name) => `objects/${name}`);
    const keys = await keysOf(deposit);
    const outputs = keys.filter((key) => key.startsWith('metadata/'));
    expect(keys).to.have.members(['mets.xml', ...objects, ...outputs]);
    expect(outputs).to.include.members(['metadata/batchreport/report.html', 'metadata/exif/exif_output.txt']);
    const described = await describedIn(deposit);
    expect(described.map(({ localPath }) => localPath)).to.have.members([...objects, ...outputs]);
    for (const { localPath, metadata } of described.filter(({ localPath: each }) => each.startsWith('objects/'))) {
      const scans = metadata.flatMap((each) => (each.type === 'VirusScanMetadata' ? [each] : []));
      const times = scans.map(({ timestamp }) => timestamp?.toISOString());
      expect(new Set(times).size, localPath).to.equal(scans.length);
      expect(scans.length, localPath).to.be.within(1, runs.length);
      expect(new Set(scans.map(({ hasVirus }) => hasVirus)), localPath).to.deep.equal(
        new Set([localPath.includes('😀')]),
      );
    }

    const scratch = join(folder(), 'data', 'scratch');
    expect(readdirSync(scratch).flatMap((name) => readdirSync(join(scratch, name)))).to.deep.equal([]);
    while (toolsLeft().length > 0) await setTimeout(20);
    const { body: job } = await call('GET', `${path}/importjobs/diff`);
    expect((await call('POST', `${path}/importjobs`, job)).status).to.equal(201);
    const status = async (): Promise<string> => (await call<{ status: string }>('GET', path)).body.status;
    while ((await status()) === 'new') await setTimeout(20);
    while ((await status()) === 'importing') await setTimeout(20);
    expect(await status()).to.equal('preserved');
  });
});
