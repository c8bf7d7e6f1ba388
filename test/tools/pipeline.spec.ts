import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { eicar } from '../../infra/tools/clamav/eicar.js';
import { sharedDataPath } from '../support/shared-data.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { needsCommand, siegfriedIn } from './real-tools.js';
import { samples } from './samples.js';
import { startToolPlatform, type ToolDeposit, type ToolPlatform } from './tool-platform.js';

const PHOTO = sharedDataPath('samples', 'eprints-10315s', 'objects', '372705s_001.jpg');

/** Names that tools stumble over, for one small text. */
const ODD = [
  ...['a b.txt', 'c#d.txt', 'e: f.txt', '😀.txt', '\u00fc.txt', 'u\u0308.txt', '-dash.txt', '100%.txt'],
  ...['back\\slash.txt', 'two\nlines.txt'],
];

describe('a run of the pipeline with real tools', () => {
  const folder = temporaryFolder(() => running?.platform.stop() ?? Promise.resolve());
  let running: ToolPlatform | null = null;
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

  const runOver = async (
    template: 'RootLevel' | 'BagIt',
    names = [...files().keys()],
    tools: Readonly<Record<string, string>> = {},
  ): Promise<ToolDeposit> => {
    running = await startToolPlatform(folder(), clamscan, tools);
    const deposit = await running.deposit(`tools-${template}`, template);
    const root = template === 'BagIt' ? 'data/' : '';
    for (const name of names)
      await running.put(deposit, `${root}objects/${name}`, files().get(name) ?? Buffer.alloc(0));
    await running.begin(deposit);
    const run = await running.ended(deposit);
    expect(run).to.deep.include({ status: 'completed', errors: null });
    expect(run.counts).to.include({ infected: 1, failed: 0 });
    return deposit;
  };

  const findsAll = async (tools?: Readonly<Record<string, string>>): Promise<void> => {
    const deposit = await runOver('RootLevel', [...files().keys()], tools);
    const described = await running!.described(deposit);
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
    await running!.imported(deposit);
    await running!.expectNothingLeft(deposit);
  };

  it('finds the format of each file, the virus, and what is in a photograph, and the deposit can be imported', () =>
    findsAll());

  it("does so with Siegfried's own command as well", function () {
    return findsAll({ MUNIMENT_TOOL_SIEGFRIED: join(siegfriedIn(this, folder()), 'sf') });
  });

  it('bags a deposit that is a bag so that bagit.py finds it valid, and it can be imported', async function () {
    const bagit = needsCommand(this, 'bagit.py');
    const names = [...files().keys()].filter((name) => !name.includes('%')); // bagit.py 1.9.0 misreads it
    const deposit = await runOver('BagIt', names);
    const { bucket, prefix } = deposit;
    const bag = join(folder(), 'bag');
    for await (const { key } of running!.platform.s3.list(bucket, prefix)) {
      if (key.endsWith('/')) continue;
      const name = key.slice(prefix.length);
      const path = join(bag, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, await running!.bytes(deposit, name));
    }
    const { status, stderr, error } = spawnSync(bagit, ['--validate', bag], { encoding: 'utf8' });
    expect(status, `${stderr} ${error?.message}`).to.equal(0);
    await running!.imported(deposit);
    await running!.expectNothingLeft(deposit);
  });
});
