import { expect } from 'chai';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { atDepth } from '../../support/random/depth.js';
import { validateObject } from '../../support/repository/validate-object.js';
import { needsSharedData } from '../../support/shared-data.js';
import type { JourneyPlatform } from '../journey-platform.js';
import { openedOnce } from '../../support/platform/opened.js';
import { sha256Of } from '../../support/sha256.js';

interface Deposit {
  readonly id: string;
  readonly files: string;
  readonly status: string;
  readonly active: boolean;
  readonly metsETag: string | null;
  readonly versionPreserved: string | null;
}
interface Resource {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly origin: string;
  readonly digest: string;
  readonly size: number;
  readonly content: string;
  readonly containers: readonly Resource[];
  readonly binaries: readonly Resource[];
}
interface Result {
  readonly id: string;
  readonly status: string;
  readonly newVersion: string | null;
  readonly errors: readonly { readonly message: string }[] | null;
  readonly binariesAdded: readonly Resource[];
}

/** What a client does from the first request to the last byte, on whatever platform it is given. */
export const depositJourneys = (start: () => Promise<JourneyPlatform>): void => {
  const platform = openedOnce(start, (each) => each.remove());
  before(async () => {
    await platform.call('PUT', '/repository/letters');
  });

  const openDeposit = async (slug: string, template: string, name?: string): Promise<Deposit> => {
    const { status, body } = await platform.call<Deposit>('POST', '/deposits', {
      template,
      archivalGroup: `${platform.preservation}/repository/letters/${slug}`,
      ...(name === undefined ? {} : { archivalGroupName: name }),
    });
    expect(status, JSON.stringify(body)).to.equal(201);
    return body;
  };
  const put = async (
    { files }: Deposit,
    path: string,
    bytes: Uint8Array,
    contentType = 'text/plain',
  ): Promise<void> => {
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(files) ?? [];
    await platform.s3.put({ bucket, key: prefix + path }, bytes, { contentType });
  };
  const record = async ({ id }: Deposit, paths: readonly string[]): Promise<void> => {
    const { body } = await platform.call<Deposit>('GET', id);
    const added = await platform.call('POST', `${id}/mets`, paths, { 'if-match': body.metsETag ?? '' });
    expect(added.status, JSON.stringify(added.body)).to.equal(200);
  };
  const runImport = async ({ id }: Deposit): Promise<Result> => {
    const posted = await platform.call<Result>('POST', `${id}/importjobs`, { id: `${id}/importjobs/diff` });
    expect(posted.status, JSON.stringify(posted.body)).to.equal(201);
    await platform.settle();
    return (await platform.call<Result>('GET', posted.body.id)).body;
  };
  const binariesOf = ({ containers, binaries }: Resource): Resource[] => [
    ...binaries,
    ...containers.flatMap(binariesOf),
  ];
  const group = async (slug: string): Promise<Resource> =>
    (await platform.call<Resource>('GET', `/repository/letters/${slug}`)).body;
  const contentOf = async ({ content }: Resource): Promise<Buffer> =>
    Buffer.from(await (await fetch(content)).arrayBuffer());
  const findingsOn = async ({ origin }: Resource): Promise<string[]> => {
    const findings = await validateObject(platform.objectAt(origin));
    return [...new Set(findings.map(({ code }) => code))];
  };

  it('takes the METS of a third party as it is: read, not edited', async function () {
    const sample = needsSharedData(this, 'samples', 'eprints-10315s');
    const deposit = await openDeposit('eprints', 'None');
    const names = await readdir(sample, { recursive: true, withFileTypes: true });
    const paths = names
      .filter((each) => each.isFile())
      .map((each) => join(each.parentPath, each.name).slice(sample.length + 1));
    for (const path of paths) await put(deposit, path, await readFile(join(sample, path)), 'application/octet-stream');
    const result = await runImport(deposit);
    expect(result).to.deep.include({ status: 'completed', newVersion: 'v1', errors: null });
    const preserved = await group('eprints');
    expect(preserved.name).to.equal('[Example title]');
    expect(preserved.containers.map(({ name }) => name)).to.deep.equal(['objects']);
    expect(preserved.containers[0]?.binaries).to.have.length(4);
    for (const binary of binariesOf(preserved)) expect(sha256Of(await contentOf(binary))).to.equal(binary.digest);
    expect(await findingsOn(preserved)).to.deep.equal(['W004']);
    expect((await platform.call<Deposit>('GET', deposit.id)).body).to.deep.include({
      status: 'preserved',
      active: false,
      versionPreserved: 'v1',
    });
  });

  it('gives back every byte under every name that S3 can hold', async () => {
    const deposit = await openDeposit('odd-names', 'RootLevel', 'Odd names');
    const contents = new Map<string, Buffer>(
      [
        'a b.txt',
        '#1.txt',
        '100%.txt',
        'a%26b.txt',
        'ink & quill.txt',
        '💌 emoji.txt',
        'caf\u00e9.txt',
        'cafe\u0301.txt',
        'plus+plus.txt',
        `quotes"and'.txt`,
        'UPPER.TXT',
        'upper.txt',
        '_x0020_.txt',
        'tilde~!*().txt',
        'folder with #/deep/file.txt',
        `${'n'.repeat(platform.longestName - 4)}.txt`,
      ].map((name) => [`objects/${name}`, Buffer.from(`content of ${name}`)]),
    );
    contents.set('objects/empty', Buffer.alloc(0));
    for (const [path, bytes] of contents) await put(deposit, path, bytes);
    await record(deposit, [...contents.keys()]);
    const result = await runImport(deposit);
    expect(result.errors).to.equal(null);
    expect(result.binariesAdded).to.have.length(contents.size + 1);
    const preserved = await group('odd-names');
    const binaries = binariesOf(preserved).filter(({ name }) => name !== 'mets.xml');
    expect(binaries).to.have.length(contents.size);
    const given = new Set(await Promise.all(binaries.map(async (binary) => (await contentOf(binary)).toString())));
    expect([...given].sort()).to.deep.equal([...contents.values()].map(String).sort());
    expect(binaries.map(({ name }) => name)).to.include.members(['#1.txt', 'caf\u00e9.txt', 'cafe\u0301.txt', 'empty']);
    expect(await findingsOn(preserved)).to.deep.equal(['W004']);
  });

  it(`streams a file of ${atDepth(200)} MB`, async () => {
    const deposit = await openDeposit('large', 'RootLevel', 'Large');
    const block = randomBytes(1024 * 1024);
    const blocks = atDepth(200);
    const hash = createHash('sha256');
    for (let each = 0; each < blocks; each++) hash.update(block);
    const digest = hash.digest('hex');
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.*)$/.exec(deposit.files) ?? [];
    const stream = Readable.from(
      (function* () {
        for (let each = 0; each < blocks; each++) yield block;
      })(),
    );
    const key = `${prefix}objects/large.bin`;
    const stored = await platform.s3.put({ bucket, key }, { stream, size: blocks * block.length });
    expect(stored.sha256).to.equal(digest);
    await record(deposit, ['objects/large.bin']);
    expect((await runImport(deposit)).status).to.equal('completed');
    const [large] = binariesOf(await group('large')).filter(({ name }) => name === 'large.bin');
    const back = createHash('sha256');
    for await (const chunk of (await fetch(large!.content)).body!) back.update(chunk as Uint8Array);
    expect(back.digest('hex')).to.equal(digest);
  });

  it('makes a second version with only what changed, from a deposit that holds nothing but the METS', async () => {
    const first = await openDeposit('versions', 'RootLevel', 'Versions');
    for (const name of ['a', 'b', 'c']) await put(first, `objects/${name}.txt`, Buffer.from(name));
    await record(first, ['objects/a.txt', 'objects/b.txt', 'objects/c.txt']);
    await runImport(first);

    const second = await openDeposit('versions', 'RootLevel');
    await put(second, 'objects/b.txt', Buffer.from('B'));
    await put(second, 'objects/d.txt', Buffer.from('d'));
    await record(second, ['objects/b.txt', 'objects/d.txt']);
    const { body } = await platform.call<Deposit>('GET', second.id);
    const items = [{ path: 'objects/c.txt', isDir: false }];
    const selection = { deleteFromMets: true, deleteFromDepositFiles: true, items };
    const deleted = await platform.call('POST', `${second.id}/mets/delete`, selection, {
      'if-match': body.metsETag ?? '',
    });
    expect(deleted.body).to.deep.equal({ items: [{ path: 'objects/c.txt', isDir: false, where: 'Mets' }] });
    const diff = (await platform.call<Record<string, readonly Resource[]>>('GET', `${second.id}/importjobs/diff`)).body;
    const ids = (list: string): (string | undefined)[] => diff[list]!.map(({ id }) => id.split('/').at(-1));
    expect(ids('binariesToAdd')).to.deep.equal(['d.txt']);
    expect(ids('binariesToPatch')).to.deep.equal(['mets.xml', 'b.txt']);
    expect(ids('binariesToDelete')).to.deep.equal(['c.txt']);
    expect((await runImport(second)).newVersion).to.equal('v2');
    const preserved = await group('versions');
    const named = new Map(binariesOf(preserved).map((binary) => [binary.name, binary]));
    expect([...named.keys()].sort()).to.deep.equal(['a.txt', 'b.txt', 'd.txt', 'mets.xml']);
    expect((await contentOf(named.get('b.txt')!)).toString()).to.equal('B');
    expect(await findingsOn(preserved)).to.deep.equal(['W004']);
  });

  it('imports once when two callers ask at the same moment', async () => {
    const deposit = await openDeposit('rivals', 'RootLevel', 'Rivals');
    await put(deposit, 'objects/a.txt', Buffer.from('a'));
    await record(deposit, ['objects/a.txt']);
    const ask = (): Promise<{ status: number }> =>
      platform.call('POST', `${deposit.id}/importjobs`, { id: `${deposit.id}/importjobs/diff` });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    await platform.settle();
    expect((await platform.call<Deposit>('GET', deposit.id)).body.versionPreserved).to.equal('v1');
  });

  it('is opened once when many ask for the same archival group', async () => {
    const archivalGroup = `${platform.preservation}/repository/letters/contested`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => platform.call('POST', '/deposits', { archivalGroup })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, ...new Array<number>(7).fill(409)]);
    const winner = answers.find(({ status }) => status === 201)!.body as Deposit;
    const loser = answers.find(({ status }) => status === 409)!.body as { holder: Record<string, string> };
    expect(loser.holder['what']).to.contain(winner.id.split('/').at(-1));
    expect(loser.holder).to.include.keys('by', 'since');
  });
};
