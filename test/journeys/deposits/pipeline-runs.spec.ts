import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole } from '../../../formats/read-whole.js';
import type { DescribedDirectory, DescribedFile } from '../../../formats/mets/model/described-mets.js';
import type { ObjectAddress } from '../../../formats/bytes.js';
import { faulty, type Injection } from '../../support/faults/faulty.js';
import { sharedData } from '../../support/shared-data.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { shellCommand, standIns } from '../../support/tools/stand-in.js';
import type { PlatformOptions } from '../../../infra/compose/platform/platform.js';
import { startTestPlatform, type TestPlatform } from '../../support/platform/test-platform.js';
import { OUTPUTS, REPORT } from '../../support/tools/run-outputs.js';
import { sha256Of } from '../../support/sha256.js';
import { pathsBelow } from '../../support/s3/keys-in.js';
import { describeMets } from '../../support/mets-in-bytes.js';

interface Deposit {
  readonly id: string;
  readonly files: string;
}

interface Run {
  readonly id: string;
  readonly jobId: string;
  readonly status: string;
  readonly errors: readonly { readonly message: string }[] | null;
  readonly dateBegun: string | null;
  readonly progress: object | null;
  readonly steps: readonly { readonly step: string; readonly ended: string | null }[];
  readonly tools: readonly { readonly seconds: number | null }[];
  readonly findings: string | null;
  readonly warnings: readonly string[];
  readonly counts: {
    readonly identified: number;
    readonly unidentified: number;
    readonly infected: number;
    readonly failed: number;
  } | null;
}

interface Findings {
  readonly counts: readonly object[];
  readonly formats: readonly object[];
  readonly changedSince: number | null;
  readonly findings: readonly { readonly path: string }[];
}

/** The test file of virus scanners, put together so that no scanner objects to this file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join('');

const FILES: Readonly<Record<string, string>> = {
  'a letter.txt': 'Dear all',
  'sub/ü #1: 50%.txt': 'odd',
  'sub/😀.txt': EICAR,
  'sub/e\u0301.txt': 'NFD',
  'empty.txt': '',
};

describe('a run of the pipeline', () => {
  let platform: TestPlatform | null = null;
  const folder = temporaryFolder(async () => {
    await platform?.stop();
    platform = null;
  });

  const start = async (
    environment: Readonly<Record<string, string>> = {},
    options: Pick<PlatformOptions, 'now' | 'ports'> = {},
  ): Promise<TestPlatform> => {
    const tools = standIns(join(folder(), 'bin'), 'sf', 'clamscan', 'exiftool');
    platform = await startTestPlatform({
      ...options,
      data: join(folder(), 'data'),
      environment: {
        MUNIMENT_TOOL_PATH: tools,
        MUNIMENT_TOOLS: 'siegfried,clamav,exiftool',
        ...environment,
      },
    });
    return platform;
  };

  const placeOf = ({ files }: Deposit): { bucket: string; prefix: string } => {
    const [, , bucket = '', ...rest] = files.split('/');
    return { bucket, prefix: `${rest.join('/').replace(/\/$/, '')}/` };
  };

  const put = async (deposit: Deposit, path: string, text: string): Promise<void> => {
    const { bucket, prefix } = placeOf(deposit);
    await platform!.s3.put({ bucket, key: prefix + path }, Buffer.from(text));
  };

  const open = async (template = 'RootLevel', files = FILES): Promise<Deposit> => {
    const { body } = await platform!.call<Deposit>('POST', '/deposits', {
      template,
      archivalGroup: `${platform!.ready.preservation}/repository/letters-${Object.keys(files).length}-${template}`,
      archivalGroupName: 'Letters',
    });
    const root = template === 'BagIt' ? 'data/' : '';
    for (const [path, text] of Object.entries(files)) await put(body, `${root}objects/${path}`, text);
    return body;
  };

  const run = async ({ id }: Deposit): Promise<Run> => {
    const { status } = await platform!.call('POST', `${id}/pipeline`);
    expect(status).to.equal(204);
    await platform!.settle();
    const { body } = await platform!.call<readonly Run[]>('GET', `${id}/pipelinerunjobs`);
    return body.at(-1)!;
  };

  const keysOf = async (deposit: Deposit): Promise<string[]> => {
    const { bucket, prefix } = placeOf(deposit);
    const keys = await pathsBelow(platform!.s3, bucket, prefix);
    return keys.filter((key) => !key.endsWith('/'));
  };

  const textOf = async (deposit: Deposit, path: string): Promise<string> => {
    const { bucket, prefix } = placeOf(deposit);
    return (await readWhole(platform!.s3, { bucket, key: prefix + path })).bytes.toString();
  };

  const filesIn = ({ files, directories }: DescribedDirectory): DescribedFile[] => [
    ...files,
    ...directories.flatMap(filesIn),
  ];
  const describedIn = async (deposit: Deposit, path = 'mets.xml'): Promise<Map<string, DescribedFile>> => {
    const { root } = describeMets(Buffer.from(await textOf(deposit, path)));
    return new Map(filesIn(root).map((file) => [file.localPath, file]));
  };

  const objects = Object.keys(FILES).map((path) => `objects/${path}`);

  it('identifies, scans and describes each file, stores the report, and records all of it in METS', async () => {
    await start();
    const deposit = await open();
    const ended = await run(deposit);
    expect(ended).to.deep.include({ status: 'completed', errors: null });
    expect(ended.counts).to.deep.include({ identified: 5, unidentified: 0, infected: 1, failed: 0 });
    expect(ended.counts).to.deep.include({ differing: 0, unrecorded: 0 });
    expect(ended.progress).to.equal(null);
    expect(ended.steps.map(({ step }) => step)).to.deep.equal(['wait', 'prepare', 'look', 'store', 'record']);
    expect(ended.steps.map(({ ended: end }) => end)).to.not.include(null);
    expect(ended.tools.map(({ seconds }) => seconds)).to.not.include(null);
    expect(await keysOf(deposit)).to.have.members(['mets.xml', ...objects, ...OUTPUTS]);

    const described = await describedIn(deposit);
    expect([...described.keys()]).to.have.members([...objects, ...OUTPUTS]);
    for (const path of objects) {
      const { metadata } = described.get(path)!;
      const scans = metadata.filter(({ type }) => type === 'VirusScanMetadata');
      expect(scans, path).to.have.length(1);
      expect(scans[0], path).to.deep.include({ hasVirus: path.endsWith('😀.txt') });
      expect(
        metadata.find(({ type }) => type === 'FileFormatMetadata'),
        path,
      ).to.include({ pronomKey: 'x-fmt/111' });
    }
    const combined = await platform!.call('GET', `${deposit.id}/combined`);
    expect(JSON.stringify(combined.body)).to.include('Eicar-Test-Signature');
    expect(JSON.stringify(combined.body)).to.not.include('(Missing section)');
  });

  it('tells what it found of each file, and how many files have changed since', async () => {
    await start();
    const deposit = await open();
    const { findings } = await run(deposit);
    const { body } = await platform!.call<Findings>('GET', `${findings}?changes=true`);
    expect(body.findings).to.deep.equal([
      {
        ...{ path: 'objects/sub/😀.txt', kind: 'infected', reason: 'Eicar-Test-Signature', puid: 'x-fmt/111' },
        ...{ format: 'Plain Text File', size: EICAR.length, expected: null, found: null },
      },
    ]);
    expect(body).to.deep.include({ total: 1, page: 1, pageSize: 50, files: 5, changedSince: 0 });
    expect(body.counts).to.deep.equal([
      { kind: 'infected', files: 1 },
      { kind: 'identified', files: 5 },
    ]);
    expect(body.formats).to.deep.equal([{ puid: 'x-fmt/111', name: 'Plain Text File', files: 5 }]);
    const { body: ofFormat } = await platform!.call<Findings>('GET', `${findings}?format=x-fmt/111`);
    expect(ofFormat.findings.map(({ path }) => path)).to.have.members(objects);
    expect(ofFormat.changedSince).to.equal(null);
    expect((await platform!.call('GET', `${findings}?format=x-fmt/111&kind=infected`)).status).to.equal(400);

    await put(deposit, 'objects/empty.txt', 'no longer');
    await put(deposit, 'objects/new.txt', 'new');
    await platform!.call('GET', `${deposit.id}/filesystem?refresh=true`);
    const { body: later } = await platform!.call<Findings>('GET', `${findings}?changes=true`);
    expect(later).to.deep.equal({ ...body, changedSince: 2 });

    await platform!.call('DELETE', deposit.id);
    expect((await platform!.call('GET', `${findings}`)).status).to.equal(404);
  });

  it('ends with a deposit that can be imported, its outputs included', async () => {
    await start();
    const deposit = await open();
    await run(deposit);
    const { body: diff } = await platform!.call<{ binariesToAdd: readonly unknown[] }>(
      'GET',
      `${deposit.id}/importjobs/diff`,
    );
    expect(diff.binariesToAdd).to.have.length(1 + objects.length + OUTPUTS.length);
    const { status } = await platform!.call('POST', `${deposit.id}/importjobs`, diff);
    expect(status).to.equal(201);
    await platform!.settle();
    const { body } = await platform!.call<{ status: string }>('GET', deposit.id);
    expect(body.status).to.equal('preserved');
  });

  it('that finds the same again adds no event and replaces no output', async () => {
    await start();
    const deposit = await open();
    await run(deposit);
    const outputs = await Promise.all(OUTPUTS.map((path) => textOf(deposit, path)));
    const before = await textOf(deposit, 'mets.xml');
    expect((await run(deposit)).status).to.equal('completed');
    expect(await Promise.all(OUTPUTS.map((path) => textOf(deposit, path)))).to.deep.equal(outputs);
    const dates = /(CREATEDATE|LASTMODDATE)="[^"]*"/g;
    expect((await textOf(deposit, 'mets.xml')).replace(dates, '')).to.equal(before.replace(dates, ''));
  });

  it('uses the names of the original system where the platform has them, and then reads both', async () => {
    await start();
    const before = await open();
    await run(before);
    await platform!.stop();
    await start({ MUNIMENT_PRODUCT_NAMES: 'true' });
    const renamed = OUTPUTS.map((path) =>
      path.replace(REPORT, 'metadata/brunnhilde').replace('formatid.csv', 'siegfried.csv'),
    );
    await run({ ...before, id: new URL(before.id).pathname }); // the platform has another port now
    expect((await keysOf(before)).filter((path) => path.startsWith('metadata/'))).to.have.members(renamed);

    const deposit = await open('RootLevel', { 'bad.txt': EICAR });
    await run(deposit);
    const keys = await keysOf(deposit);
    expect(keys).to.include.members([
      'metadata/brunnhilde/siegfried.csv',
      'metadata/brunnhilde/logs/viruscheck-log.txt',
    ]);
    const event = '<mets:digiprovMD ID="digiprovMD_ClamAV_ADM_objects_x002F_bad.txt">';
    expect(await textOf(deposit, 'mets.xml')).to.include(event);
    const { body: combined } = await platform!.call('GET', `${deposit.id}/combined`);
    expect(JSON.stringify(combined)).to.include('Eicar-Test-Signature').and.to.include('x-fmt/111');
  });

  it('that finds something else replaces what is below metadata, but leaves its ad-hoc folder alone', async () => {
    await start();
    const deposit = await open();
    await put(deposit, 'metadata/ad-hoc/note.txt', 'keep me');
    await put(deposit, 'metadata/formatid/old.csv', 'filename\nobjects/gone.txt\n');
    await run(deposit);
    await put(deposit, 'objects/new.txt', 'new');
    expect((await run(deposit)).counts).to.deep.include({ identified: 6 });
    expect(await keysOf(deposit)).to.have.members([
      'mets.xml',
      ...objects,
      'objects/new.txt',
      ...OUTPUTS,
      'metadata/ad-hoc/note.txt',
    ]);
    const scansOf = (file: DescribedFile | undefined): number =>
      (file?.metadata ?? []).filter(({ type }) => type === 'VirusScanMetadata').length;
    const described = await describedIn(deposit);
    expect(scansOf(described.get('objects/new.txt'))).to.equal(1);
    expect(scansOf(described.get('objects/a letter.txt'))).to.be.within(1, 2); // two scans within one second are one
  });

  it('bags a deposit that is a bag anew, with all outputs', async () => {
    await start({ MUNIMENT_SOURCE_ORGANIZATION: 'Library' });
    const deposit = await open('BagIt');
    const { status, warnings } = await run(deposit);
    expect(status).to.equal('completed');
    expect(warnings).to.include(
      'The new bag is valid, but bagit.py 1.9 and earlier report these files as missing, because they misread a percent sign or white space in their names: data/objects/sub/ü #1: 50%.txt.',
    );
    const manifest = await textOf(deposit, 'manifest-sha256.txt');
    const named = manifest
      .trim()
      .split('\n')
      .map((line) => line.slice(66).replaceAll('%25', '%'));
    expect(named).to.have.members([...objects, ...OUTPUTS, 'mets.xml'].map((path) => `data/${path}`));
    expect(await textOf(deposit, 'bag-info.txt')).to.match(/^Source-Organization: Library\n/);
  });

  it('keeps what bag-info.txt of a depositor says, and preserves all tag files as they were sent', async () => {
    await start({ MUNIMENT_SOURCE_ORGANIZATION: 'Library' });
    const deposit = await open('BagIt', { 'a.txt': 'alpha' });
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    const bag = (contact: string): Record<string, string> => ({
      'bagit.txt': 'BagIt-Version: 0.97\nTag-File-Character-Encoding: UTF-8\n',
      'bag-info.txt': `Source-Organization: Museum\nContact-Name: ${contact}\nBag-Size: 5 B\nPayload-Oxum: 5.1\nBag-Software-Agent: bagit.py v1.9\nBagging-Date: 2020-01-02\n`,
      'manifest-sha256.txt': `${sha256('alpha')}  data/objects/a.txt\n`,
      'tags/record.xml': '<record/>',
      'tagmanifest-sha256.txt': `${sha256('<record/>')}  tags/record.xml\n`,
    });
    const putBag = async (files: Readonly<Record<string, string>>): Promise<void> => {
      for (const [path, text] of Object.entries(files)) await put(deposit, path, text);
    };
    const copies = async (): Promise<string[]> =>
      (await keysOf(deposit)).filter((key) => key.startsWith('data/metadata/ad-hoc/'));
    const expectKept = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
      for (const [path, text] of Object.entries(files))
        expect(await textOf(deposit, `data/metadata/ad-hoc/${folder}/${path}`), path).to.equal(text);
    };
    const first = bag('Clara');
    await putBag(first);
    const { status, warnings } = await run(deposit);
    expect(status).to.equal('completed');
    expect(warnings.join()).to.not.contain('beside data/');
    await expectKept('bag', first);
    expect(await textOf(deposit, 'bag-info.txt')).to.match(
      /^Source-Organization: Library\nBagging-Date: (?!2020).*\nPayload-Oxum: .*\nBag-Software-Agent: Muniment .*\nSource-Organization: Museum\nContact-Name: Clara\nBag-Software-Agent: bagit\.py v1\.9\n$/,
    );
    const described = await describedIn(deposit, 'data/mets.xml');
    for (const [path, text] of Object.entries(first))
      expect(described.get(`metadata/ad-hoc/bag/${path}`)?.digest, path).to.equal(sha256(text));
    expect(await textOf(deposit, 'manifest-sha256.txt')).to.contain('  data/metadata/ad-hoc/bag/bag-info.txt\n');
    const written = await textOf(deposit, 'bag-info.txt');
    expect((await run(deposit)).status).to.equal('completed');
    expect(await textOf(deposit, 'bag-info.txt')).to.equal(written);
    expect(await copies()).to.have.length(5);
    const diff = await platform!.call<{ warnings: readonly string[]; binariesToAdd: readonly { id: string }[] }>(
      'GET',
      `${deposit.id}/importjobs/diff`,
    );
    expect(diff.body.warnings.join()).to.not.contain('beside data/');
    expect(diff.body.binariesToAdd.map(({ id }) => id.replace(/^.*?-BagIt\//, ''))).to.include(
      'metadata/ad-hoc/bag/tags/record.xml',
    );

    const second = bag('Jürgen');
    const payload = (await keysOf(deposit)).filter((key) => key.startsWith('data/') && key !== 'data/objects/a.txt');
    const rows: string[] = [];
    for (const key of payload) rows.push(`${sha256(await textOf(deposit, key))}  ${key}\n`);
    second['manifest-sha256.txt'] = `${second['manifest-sha256.txt'] ?? ''}${rows.join('')}`;
    second['bag-info.txt'] = 'Contact-Name: Jürgen\n';
    await putBag(second);
    expect((await run(deposit)).status).to.equal('completed');
    await expectKept('bag', first);
    await expectKept('bag-2', second);
    expect(await textOf(deposit, 'bag-info.txt'))
      .to.match(/^Contact-Name: Jürgen\n$/m)
      .and.to.not.contain('Clara');
  });

  it('refuses a bag whose files are not those of its manifest', async () => {
    await start();
    const deposit = await open('BagIt');
    await put(deposit, 'bagit.txt', 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n');
    await put(deposit, 'manifest-sha256.txt', `${'0'.repeat(64)}  data/objects/empty.txt\n`);
    const ended = await run(deposit);
    expect(ended.status).to.equal('completedWithErrors');
    expect(ended.errors?.[0]?.message).to.match(/data\/objects\/empty\.txt \(changed\)/);
    expect(ended.steps.map(({ step }) => step)).to.deep.equal(['wait', 'prepare']);
    const { body } = await platform!.call<Findings>('GET', `${ended.findings}`);
    expect(body.counts).to.deep.equal([
      { kind: 'wrong', files: 1 },
      { kind: 'not-listed', files: 4 },
    ]);
    expect(body).to.deep.include({ files: 1, leftOut: 0, total: 5 });
    expect(body.findings[0]).to.deep.include({
      path: 'data/objects/empty.txt',
      expected: { algorithm: 'sha256', digest: '0'.repeat(64) },
      found: { algorithm: 'sha256', digest: sha256Of('') },
    });
    expect(body.findings[1]).to.include({ kind: 'not-listed', expected: null });
    expect(await keysOf(deposit)).to.not.include('data/metadata/batchreport/report.html');
  });

  for (const [bag, why] of [
    ['bag-incomplete-over-s3', /data\/objects\/gone\.txt \(missing\)/],
    ['bag-unlisted-file-over-s3', /data\/objects\/b\.txt \(added\)/],
    [
      'bag-sha512-wrong-over-s3',
      /data\/objects\/a\.txt \(changed\): Its sha512 is .* while manifest-sha512\.txt says e25ac384/,
    ],
  ] as const)
    it(`starts no tool on ${bag}, and leaves its manifests as they are`, async () => {
      const folder = sharedData('reported', bag);
      await start();
      const deposit = await open('BagIt', {});
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
      const names = files.map((each) => join(each.parentPath, each.name).slice(folder.length + 1));
      for (const name of names) await put(deposit, name, readFileSync(join(folder, name), 'utf8'));
      const ended = await run(deposit);
      expect(ended.status).to.equal('completedWithErrors');
      expect(ended.errors?.[0]?.message).to.match(why);
      expect(await keysOf(deposit)).to.have.members([...names, 'data/mets.xml']);
      for (const name of names) expect(await textOf(deposit, name)).to.equal(readFileSync(join(folder, name), 'utf8'));
    });

  it('bags a bag of an older version anew and once more, without its other manifests', async () => {
    const begun = Date.now();
    let seconds = 0; // between any two files, so that what a run writes is older than the manifest
    await start({}, { now: () => new Date(begun + seconds++ * 1_000) });
    const deposit = await open('BagIt', { 'a.txt': 'alpha\n', 'b.txt': 'b' });
    const digests = (algorithm: string) =>
      Object.entries({ 'a.txt': 'alpha\n', 'b.txt': 'b' })
        .map(([name, text]) => `${createHash(algorithm).update(text).digest('hex')}  data/objects/${name}\n`)
        .join('');
    await put(deposit, 'bagit.txt', 'BagIt-Version: 0.97\nTag-File-Character-Encoding: ISO-8859-1\n');
    await put(deposit, 'bag-info.txt', 'Payload-Oxum: 7.2\n');
    await put(deposit, 'manifest-md5.txt', digests('md5'));
    await put(deposit, 'manifest-sha512.txt', digests('sha512'));
    expect(await run(deposit)).to.include({ status: 'completed' });
    const tagFiles = ['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt', 'tagmanifest-sha256.txt'];
    const inRoot = async () => (await keysOf(deposit)).filter((key) => !key.includes('/'));
    expect(await inRoot()).to.have.members(tagFiles);
    expect(await run(deposit)).to.include({ status: 'completed' });
    expect(await inRoot()).to.have.members(tagFiles);
  });

  it('refuses a bag with a file that is newer than its manifest, and has another digest in METS or none', async () => {
    await start();
    const deposit = await open('BagIt', { 'a.txt': 'before' });
    const digest = sha256Of('before');
    await put(deposit, 'bagit.txt', 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n');
    await put(deposit, 'manifest-sha256.txt', `${digest}  data/objects/a.txt\n`);
    await put(deposit, 'data/objects/a.txt', 'after');
    const { errors } = await run(deposit);
    expect(errors?.[0]?.message).to.match(/data\/objects\/a\.txt \(changed\): It was changed after manifest-sha256/);
  });

  /** A bag whose tag files are in this encoding, with manifests of MD5; calls `stored` after each change of its store. */
  const bagOfMd5 = async (encoding: string, stored: (change: string) => Promise<void> | void): Promise<Deposit> => {
    const inject: Injection = async ({ method, args }, moment) => {
      if (moment === 'before') return;
      if (method === 'put') await stored((args[0] as ObjectAddress).key);
      if (method === 'delete') for (const key of args[1] as readonly string[]) await stored(`without ${key}`);
    };
    await start({}, { ports: (ports) => ({ ...ports, bytes: faulty(ports.bytes, inject) }) });
    const deposit = await open('BagIt', { 'a.txt': 'alpha' });
    const line = (path: string, text: string) => `${createHash('md5').update(text).digest('hex')}  ${path}\n`;
    const manifest = line('data/objects/a.txt', 'alpha');
    await put(deposit, 'bagit.txt', `BagIt-Version: 0.97\nTag-File-Character-Encoding: ${encoding}\n`);
    await put(deposit, 'bag-info.txt', 'Payload-Oxum: 5.1\n');
    await put(deposit, 'manifest-md5.txt', manifest);
    await put(deposit, 'tagmanifest-md5.txt', line('manifest-md5.txt', manifest));
    return deposit;
  };

  for (const [encoding, replaced] of [
    ['UTF-8', ['bagit.txt', 'manifest-sha256.txt', 'without manifest-md5.txt']],
    ['ISO-8859-1', ['manifest-sha256.txt', 'without manifest-md5.txt', 'bagit.txt']],
  ] as const)
    it(`bags a bag in ${encoding} anew in an order that leaves one that can be judged, wherever it ends`, async () => {
      const changes: string[] = [];
      const deposit = await bagOfMd5(encoding, (change) => void changes.push(change));
      changes.length = 0;
      expect(await run(deposit)).to.include({ status: 'completed' });
      const { prefix } = placeOf(deposit);
      const inRoot = changes.map((each) => each.replace(prefix, '')).filter((each) => !each.includes('/'));
      const before = ['without tagmanifest-md5.txt', 'bag-info.txt'];
      const after = ['bag-info.txt', 'tagmanifest-sha256.txt'];
      const last = inRoot.lastIndexOf('bag-info.txt');
      expect([...new Set(inRoot.slice(0, last))]).to.deep.equal([...before, ...replaced]);
      expect(inRoot.slice(last)).to.deep.equal(after);
    });

  it('leaves the manifests of a bag as they are where a file of it is replaced during the run', async () => {
    let deposited: Deposit | null = null;
    const deposit = await bagOfMd5('UTF-8', async (change) => {
      if (deposited === null || !change.endsWith('/data/mets.xml')) return;
      const replacing = put(deposited, 'data/objects/a.txt', 'other');
      deposited = null;
      await replacing;
    });
    const before = await keysOf(deposit);
    deposited = deposit;
    const { errors } = await run(deposit);
    expect(errors?.[0]?.message).to.match(/replaced or lost during the run.* data\/objects\/a\.txt\.$/);
    expect(await keysOf(deposit)).to.include.members(before);
    expect(await keysOf(deposit)).to.not.include('manifest-sha256.txt');
  });

  it('says which tool is missing, and how to get it', async () => {
    await start({ MUNIMENT_TOOL_CLAMSCAN: 'no-clamscan' });
    const deposit = await open();
    const ended = await run(deposit);
    expect(ended.status).to.equal('completedWithErrors');
    expect(ended.errors?.[0]?.message).to.match(/ClamAV|clamav/);
    const { body } = await platform!.call<{ lockedBy: string | null }>('GET', deposit.id);
    expect(body.lockedBy).to.equal(null);
  });

  it('tells no path of the server where a tool cannot be started', async () => {
    await start({ MUNIMENT_TOOL_CLAMSCAN: join(folder(), 'gone/clamscan') });
    const ended = await run(await open());
    expect(ended.errors?.[0]?.message).to.contain('clamscan').and.to.not.contain(folder());
  });

  it('goes without a tool that is not wanted, and calls nobody clean without a scan', async () => {
    await start({ MUNIMENT_TOOLS: 'siegfried' });
    const deposit = await open();
    expect((await run(deposit)).status).to.equal('completed');
    const described = await describedIn(deposit);
    const scans = [...described.values()].flatMap(({ metadata }) =>
      metadata.filter(({ type }) => type === 'VirusScanMetadata'),
    );
    expect(scans).to.deep.equal([]);
  });

  it('with nothing to look at says where it looked', async () => {
    await start();
    const deposit = await open('None', {});
    expect((await run(deposit)).errors?.[0]?.message).to.match(/^Could not find object folder for deposit /);
  });

  it('says which files of a bag it did not look at, and that it looked at none', async () => {
    await start();
    const deposit = await open('BagIt', {});
    for (const path of ['objects/letter.txt', 'letter.pdf']) await put(deposit, path, 'beside data/');
    const { status, counts, warnings } = await run(deposit);
    expect(status).to.equal('completed');
    expect(counts).to.include({ identified: 0 });
    const beside =
      'This deposit is a bag, so its files beside data/ are not preserved, and no tool looks at them: letter.pdf, objects/letter.txt. Move what is to be preserved into data/objects/.';
    expect(warnings).to.include.members(['The tools examined no file: there is none below data/objects/.', beside]);
    const diff = await platform!.call<{ warnings: readonly string[] }>('GET', `${deposit.id}/importjobs/diff`);
    expect(diff.body.warnings).to.include(beside);
    expect((await run(deposit)).warnings.join()).to.not.contain('bagit.txt');
  });

  it('says nothing of that where it looked at files, and a bag has only its own beside data/', async () => {
    await start();
    const deposit = await open('BagIt', { 'a.txt': 'a' });
    for (const { warnings } of [await run(deposit), await run(deposit)])
      expect(warnings.join()).to.not.match(/no file|beside data/);
  });

  it('looks at nothing where a file has a key that ends in a slash, and names it', async () => {
    await start();
    const deposit = await open('None', { 'a.txt': 'a', 'b/': 'twelve bytes' });
    const { status, errors } = await run(deposit);
    expect(status).to.equal('completedWithErrors');
    expect(errors?.[0]?.message).to.contain("'objects/b/' (12 bytes)");
  });

  it('leaves a METS of another producer alone', async () => {
    await start();
    const deposit = await open('None', { 'a.txt': 'a' });
    const mets =
      '<mets:mets xmlns:mets="http://www.loc.gov/METS/"><mets:metsHdr><mets:agent ROLE="CREATOR"><mets:name>Other' +
      '</mets:name></mets:agent></mets:metsHdr><mets:structMap TYPE="PHYSICAL"><mets:div/></mets:structMap></mets:mets>';
    await put(deposit, 'mets.xml', mets);
    const ended = await run(deposit);
    expect(ended.errors).to.equal(null);
    expect(ended.status).to.equal('completed');
    expect(await textOf(deposit, 'mets.xml')).to.equal(mets);
    const unrecorded = (await keysOf(deposit)).filter((path) => path !== 'mets.xml');
    expect(unrecorded).to.include(`${REPORT}/report.html`);
    expect(ended.counts).to.include({ unrecorded: unrecorded.length });
  });

  it('that is forced to its end stops its tools, and its scratch folder is left empty', async () => {
    await start({
      MUNIMENT_TOOL_CLAMSCAN: join(
        shellCommand(
          join(folder(), 'slow'),
          'clamscan',
          `case "$*" in *--version*) echo 'ClamAV 1.4.3/1/Tue Jan 20 07:24:12 2026';; *) : > '${folder()}/begun'; /bin/sleep 1000 & wait;; esac`,
        ),
        'clamscan',
      ),
    });
    const deposit = await open();
    await platform!.call('POST', `${deposit.id}/pipeline`);
    const runsOf = (): Promise<{ body: readonly Run[] }> => platform!.call('GET', `${deposit.id}/pipelinerunjobs`);
    let { body: runs } = await runsOf();
    while (!readdirSync(folder()).includes('begun')) {
      ({ body: runs } = await runsOf());
      expect(runs[0]?.errors).to.equal(null);
    }
    const forced = {
      id: runs[0]!.jobId,
      depositId: deposit.id.slice(deposit.id.lastIndexOf('/') + 1),
      status: 'completedWithErrors',
      errors: 'Ann forced completion of this pipeline run.',
    };
    expect((await platform!.call('POST', '/Deposits/pipeline-status', forced)).status).to.equal(204);
    await platform!.settle();
    const { body: now } = await platform!.call<Run>('GET', runs[0]!.id);
    expect(now.errors?.[0]?.message).to.equal(forced.errors);
    expect(await keysOf(deposit)).to.have.members(['mets.xml', ...objects]);
    const scratch = join(folder(), 'data', 'scratch');
    const left = readdirSync(scratch).flatMap((name) => readdirSync(join(scratch, name)));
    expect(left.filter((name) => !name.endsWith('-images'))).to.deep.equal([]); // images have a folder of their own
  });
});
