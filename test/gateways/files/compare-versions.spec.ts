import { expect } from 'chai';
import type { GroupToPreserve } from '../../support/archive/contents.js';
import { ask, newContainer } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { preserveVersions } from '../preserved-versions.js';
import { sha256Of } from '../../support/sha256.js';

interface Change {
  readonly kind: string;
  readonly path: string;
  readonly before: { readonly path: string } | null;
  readonly [other: string]: unknown;
}
interface Listing {
  readonly from: number;
  readonly to: number;
  readonly counts: Readonly<Record<string, { readonly files: number; readonly bytes: number }>>;
  readonly same: number;
  readonly total: number;
  readonly changes: readonly Change[];
  readonly folders: readonly { readonly path: string; readonly first: readonly Change[] }[];
}

const TIFF = { name: 'Tagged Image File Format', key: 'fmt/353' };
const gone = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`objects/gone/${n}.txt`, { text: `gone ${n}` }]));
const GROUP: GroupToPreserve = {
  path: 'group',
  name: 'A group',
  versions: [
    {
      agent: 'ada',
      message: 'first',
      files: {
        'objects/a.txt': { text: 'a' },
        'objects/old.txt': { text: 'same bytes' },
        'objects/b.txt': { text: 'b' },
        ...gone,
      },
    },
    {
      agent: 'ada',
      message: 'second',
      files: {
        'objects/a.txt': { text: 'other' },
        'objects/new/renamed "x".txt': { text: 'same bytes' },
        'objects/b.txt': { text: 'b' },
        'objects/c.tif': { text: 'image', format: TIFF },
      },
    },
    { agent: 'ada', message: null, files: { 'objects/b.txt': { text: 'b' } } },
  ],
};

describe('GET /changes/{path}', () => {
  const live = liveServices();
  let box = '';

  before(async () => {
    box = await newContainer(live);
    await preserveVersions(live, box, GROUP);
  });

  const address = (path: string, query: string): string => `${live.preservation}/changes/${box}/group${path}?${query}`;
  const compare = async (query: string, path = ''): Promise<Listing> => {
    const { status, text, body } = await ask('GET', address(path, query));
    expect(status, text).to.equal(200);
    return body as unknown as Listing;
  };
  const named = (changes: readonly Change[]): string[] => changes.map(({ kind, path }) => `${kind} ${path}`);

  it('counts the changes of each kind, and the files that are alike', async () => {
    const { counts, same, total, changes } = await compare('from=v1&to=v2&limit=0');
    expect(counts).to.deep.include({ added: { files: 1, bytes: 5 }, renamed: { files: 1, bytes: 10 } });
    expect(counts['changed']?.files).to.equal(2);
    expect(counts['deleted']).to.deep.equal({ files: 5, bytes: 30 });
    expect([same, total, changes]).to.deep.equal([1, 9, []]);
  });

  it('lists them by folder, kind and name, with what was before', async () => {
    const { changes } = await compare('from=v1&to=v2');
    expect(named(changes)).to.deep.equal([
      'changed mets.xml',
      'added objects/c.tif',
      'changed objects/a.txt',
      ...[1, 2, 3, 4, 5].map((n) => `deleted objects/gone/${n}.txt`),
      'renamed objects/new/renamed "x".txt',
    ]);
    const [, added, changed] = changes;
    expect(added).to.deep.include({ name: 'c.tif', size: 5, before: null, format: { ...TIFF, version: null } });
    expect(changed).to.deep.include({
      digest: sha256Of('other'),
      before: { path: 'objects/a.txt', name: 'a.txt', size: 1, digest: sha256Of('a') },
    });
    expect(changes.at(-1)?.before?.path).to.equal('objects/old.txt');
  });

  it('compares the newest version with the one before, and the first with nothing', async () => {
    expect(await compare('limit=0')).to.include({ from: 2, to: 3 });
    const first = await compare('to=v1');
    expect([first.from, first.to, first.same]).to.deep.equal([0, 1, 0]);
    expect(first.counts['added']?.files).to.equal(9);
  });

  it('gives pages of folders with the first changes of each kind', async () => {
    const { folders, total } = await compare('from=v1&to=v2&by=folder&offset=1&limit=2');
    expect([total, folders.map(({ path }) => path)]).to.deep.equal([4, ['objects', 'objects/gone']]);
    expect(folders[1]).to.deep.include({ name: 'gone' });
    expect(named(folders[1]?.first ?? [])).to.deep.equal([1, 2, 3].map((n) => `deleted objects/gone/${n}.txt`));
  });

  it('gives the changes of one folder, of one kind, or below a path', async () => {
    const of = async (query: string, path = ''): Promise<string[]> =>
      named((await compare(`from=v1&to=v2&${query}`, path)).changes);
    expect(await of('folder=objects')).to.deep.equal(['added objects/c.tif', 'changed objects/a.txt']);
    expect(await of('folder=')).to.deep.equal(['changed mets.xml']);
    expect(await of('folder=objects/gone&kind=deleted&offset=3')).to.have.lengthOf(2);
    expect(await of('kind=renamed')).to.deep.equal(['renamed objects/new/renamed "x".txt']);
    expect(await of('', '/objects/new')).to.deep.equal(['renamed objects/new/renamed "x".txt']);
    expect(await of('kind=deleted&limit=2&offset=1', '/objects/gone')).to.deep.equal([
      'deleted objects/gone/2.txt',
      'deleted objects/gone/3.txt',
    ]);
  });

  it('compares what is at two paths, with or without formats', async () => {
    const from = encodeURIComponent(`${box}/group/objects/a.txt`);
    const { changes } = await compare(`from=v1&to=v2&fromPath=${from}`, '/objects/c.tif');
    expect(named(changes)).to.deep.equal(['changed objects/c.tif']);
    expect(changes[0]).to.deep.include({ format: { ...TIFF, version: null } });
    const plain = await compare(`from=v1&to=v2&described=false&fromPath=${from}`, '/objects/c.tif');
    expect(plain.changes[0]).to.deep.include({ format: null });
    expect((await ask('GET', address('', 'fromPath=nowhere'))).status).to.equal(404);
  });

  it('gives all that is asked for as comma-separated values', async () => {
    const headers = { accept: 'application/json;q=0.5, text/csv' };
    const { text, headers: answered } = await ask('GET', address('', 'from=v1&to=v2&limit=1'), undefined, headers);
    expect(answered.get('content-type')).to.equal('text/csv; charset=utf-8; header=present');
    expect(answered.get('content-disposition')).to.contain('group%20v1%20to%20v2.csv');
    const [heading, ...lines] = text.trimEnd().split('\n');
    expect(heading).to.equal(
      'change,path,name,size,digest,format,format name,path before,name before,size before,digest before',
    );
    expect(lines).to.have.lengthOf(9);
    const same = sha256Of('same bytes');
    expect(lines.at(-1)).to.equal(
      `renamed,"objects/new/renamed ""x"".txt","renamed ""x"".txt",10,${same},,,objects/old.txt,old.txt,10,${same}`,
    );
  });

  it('says where there is no such version or group', async () => {
    for (const [query, status] of [
      ['from=v9', 404],
      ['to=v9', 404],
      ['from=nine', 400],
      ['kind=odd', 400],
      ['limit=1001', 400],
    ] as const)
      expect((await ask('GET', address('', query))).status, query).to.equal(status);
    expect((await ask('GET', `${live.preservation}/changes/${box}`)).status).to.equal(404);
  });
});
