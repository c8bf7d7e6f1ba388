import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { eicar } from '../../infra/tools/clamav/eicar.js';
import { describeMets } from '../../formats/mets/describe-mets.js';
import type { DescribedDirectory, DescribedFile } from '../../formats/mets/description/described-mets.js';
import { readWhole } from '../../formats/read-whole.js';
import { sharedDataPath } from '../support/shared-data.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startTestPlatform, type TestPlatform } from '../support/test-platform.js';
import { clamscanIn, needsCommand, toolPath } from './real-tools.js';
import { samples } from './samples.js';

interface Deposit {
  readonly id: string;
  readonly files: string;
}

const PHOTO = sharedDataPath('samples', 'eprints-10315s', 'objects', '372705s_001.jpg');

/** Names that tools stumble over, for one small text. */
const ODD = ['a b.txt', 'c#d.txt', 'e: f.txt', '😀.txt', '\u00fc.txt', 'u\u0308.txt', '-dash.txt', '100%.txt'];

describe('a run of the pipeline with real tools', function () {
  this.timeout(300_000);
  const folder = temporaryFolder(() => platform?.stop() ?? Promise.resolve());
  let platform: TestPlatform | null = null;
  let clamscan = '';
  before(function () {
    needsCommand(this, 'exiftool');
    needsCommand(this, 'brunnhilde.py'); // it lies beside the Python that has pygfried
    clamscan = needsCommand(this, 'clamscan');
  });

  const files = (): ReadonlyMap<string, Buffer> =>
    new Map([
      ...samples.map(({ name, content }) => [name, content] as const),
      ...ODD.map((name) => [`odd/${name}`, Buffer.from(`This is ${name}.\n`)] as const),
      ['odd/virus: here.txt', Buffer.from(eicar())] as const,
      ...(existsSync(PHOTO) ? [['photo.jpg', readFileSync(PHOTO)] as const] : []),
    ]);

  const placeOf = ({ files: uri }: Deposit): { bucket: string; prefix: string } => {
    const [, , bucket = '', ...rest] = uri.split('/');
    return { bucket, prefix: `${rest.join('/').replace(/\/$/, '')}/` };
  };

  const runOver = async (template: 'RootLevel' | 'BagIt', names = [...files().keys()]): Promise<Deposit> => {
    platform = await startTestPlatform({
      data: join(folder(), 'data'),
      environment: {
        MUNIMENT_TOOL_PATH: toolPath,
        MUNIMENT_TOOL_CLAMDSCAN: 'no-clamdscan',
        MUNIMENT_TOOL_CLAMSCAN: join(clamscanIn(folder(), clamscan), 'clamscan'),
        MUNIMENT_TOOLS: 'siegfried,clamav,exiftool',
      },
    });
    const { call, s3, ready } = platform;
    const archivalGroup = `${ready.preservation}/repository/tools-${template}`;
    const { body: deposit } = await call<Deposit>('POST', '/deposits', {
      template,
      archivalGroup,
      archivalGroupName: 'Tools',
    });
    const { bucket, prefix } = placeOf(deposit);
    const root = template === 'BagIt' ? 'data/' : '';
    for (const name of names)
      await s3.put({ bucket, key: `${prefix}${root}objects/${name}` }, files().get(name) ?? Buffer.alloc(0));
    expect((await call('POST', `${deposit.id}/pipeline`)).status).to.equal(204);
    await platform.settle();
    const { body: runs } = await call<readonly { status: string; errors: unknown; counts: object }[]>(
      'GET',
      `${deposit.id}/pipelinerunjobs`,
    );
    expect(runs.at(-1)).to.deep.include({ status: 'completed', errors: null });
    expect(runs.at(-1)?.counts).to.include({ infected: 1, failed: 0 });
    return deposit;
  };

  const describedIn = async (deposit: Deposit, path: string): Promise<Map<string, DescribedFile>> => {
    const { bucket, prefix } = placeOf(deposit);
    const { bytes } = await readWhole(platform!.s3, { bucket, key: prefix + path });
    const filesIn = ({ files: own, directories }: DescribedDirectory): DescribedFile[] => [
      ...own,
      ...directories.flatMap(filesIn),
    ];
    return new Map(filesIn(describeMets(bytes).root).map((file) => [file.localPath, file]));
  };

  const imported = async ({ id }: Deposit): Promise<void> => {
    const { call } = platform!;
    const { body: job } = await call('GET', `${id}/importjobs/diff`);
    expect((await call('POST', `${id}/importjobs`, job)).status).to.equal(201);
    await platform!.settle();
    expect((await call<{ status: string }>('GET', id)).body.status).to.equal('preserved');
  };

  it('finds the format of each file, the virus, and what is in a photograph, and the deposit can be imported', async () => {
    const deposit = await runOver('RootLevel');
    const described = await describedIn(deposit, 'mets.xml');
    for (const name of files().keys()) {
      const { metadata } = described.get(`objects/${name}`)!;
      const scans = metadata.flatMap((each) => (each.type === 'VirusScanMetadata' ? [each] : []));
      expect(scans, name).to.have.length(1);
      expect(scans[0]?.hasVirus, name).to.equal(name.includes('virus'));
    }
    const formatOf = (path: string): string | null | undefined =>
      described.get(path)?.metadata.flatMap((each) => (each.type === 'FileFormatMetadata' ? [each.pronomKey] : []))[0];
    for (const { name, keys } of samples)
      if (name !== 'empty') expect(keys, name).to.include(formatOf(`objects/${name}`));
    for (const name of ODD) expect(formatOf(`objects/odd/${name}`), name).to.equal('x-fmt/111');
    if (existsSync(PHOTO)) {
      expect(formatOf('objects/photo.jpg')).to.equal('fmt/43');
      const { metadata } = described.get('objects/photo.jpg')!;
      const extent = metadata.flatMap((each) => (each.type === 'ExtentMetadata' ? [each] : []))[0];
      expect(extent?.pixelWidth).to.be.above(0);
      expect(metadata.some(({ type }) => type === 'ExifMetadata')).to.equal(true);
    }
    await imported(deposit);
  });

  it('bags a deposit that is a bag so that bagit.py finds it valid, and it can be imported', async function () {
    const bagit = needsCommand(this, 'bagit.py');
    const names = [...files().keys()].filter((name) => !name.includes('%')); // bagit.py 1.9.0 misreads it
    const deposit = await runOver('BagIt', names);
    const { bucket, prefix } = placeOf(deposit);
    const bag = join(folder(), 'bag');
    for await (const { key } of platform!.s3.list(bucket, prefix)) {
      if (key.endsWith('/')) continue;
      const path = join(bag, key.slice(prefix.length));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, (await readWhole(platform!.s3, { bucket, key })).bytes);
    }
    const { status, stderr, error } = spawnSync(bagit, ['--validate', bag], { encoding: 'utf8' });
    expect(status, `${stderr} ${error?.message}`).to.equal(0);
    await imported(deposit);
  });
});
