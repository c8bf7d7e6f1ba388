import { expect } from 'chai';
import type { GroupToPreserve } from '../../support/archive/contents.js';
import { ask, newContainer } from '../conversation.js';
import { liveServices } from '../live-services.js';
import { adoptObject, preserveVersions } from '../preserved-versions.js';

interface Row {
  readonly depth: number;
  readonly kind: 'folder' | 'file';
  readonly path: string;
  readonly name: string;
  readonly since: number | null;
  readonly [other: string]: unknown;
}
interface Page {
  readonly type: string;
  readonly version: number;
  readonly head: number;
  readonly folder: Row;
  readonly total: number;
  readonly entries: readonly Row[];
  readonly formats?: readonly object[];
  readonly mets?: string | null;
  readonly earlier?: object;
}

const TIFF = { name: 'Tagged Image File Format', key: 'fmt/353' };
const GROUP: GroupToPreserve = {
  path: 'group',
  name: 'A group',
  versions: [
    {
      agent: 'ada',
      message: 'first',
      files: {
        'objects/p/10.tif': { text: 'ten', format: TIFF, virus: null },
        'objects/p/2.tif': { text: 'two', format: TIFF, virus: 'Eicar' },
        'objects/a.txt': { text: 'a' },
      },
    },
    {
      agent: 'ada',
      message: null,
      files: {
        'objects/p/10.tif': { text: 'ten!', format: TIFF, virus: null },
        'objects/p/2.tif': { text: 'two', format: TIFF, virus: 'Eicar' },
        'objects/q/b.txt': { text: 'a' },
      },
    },
  ],
};

describe('a folder of GET /children/{path}', () => {
  const live = liveServices();
  let box = '';

  before(async () => {
    box = await newContainer(live);
    await preserveVersions(live, box, GROUP);
  });

  const page = async (path: string, query = ''): Promise<Page> => {
    const { status, text, body } = await ask('GET', `${live.preservation}/children/${box}/group${path}?${query}`);
    expect(status, text).to.equal(200);
    return body as unknown as Page;
  };
  const paths = ({ entries }: Page): string[] => entries.map(({ path }) => path);

  it('shows the newest version of a group, or the one that is named', async () => {
    const newest = await page('', 'depth=3');
    expect(newest).to.include({ type: 'VersionFolder', version: 2, head: 2 });
    expect(paths(newest)).to.include.members(['objects', 'objects/q', 'objects/q/b.txt', 'mets.xml']);
    const first = await page('/objects', 'version=v1');
    expect(first.version).to.equal(1);
    expect(paths(first)).to.deep.equal(['objects/p', 'objects/a.txt']);
  });

  it('counts what is below each folder, and says since when it is as it is', async () => {
    const [p, q] = (await page('/objects')).entries;
    expect(p).to.deep.include({
      kind: 'folder',
      name: 'p',
      entries: 2,
      files: 2,
      bytes: 7,
      since: 2,
      worst: 'infected',
    });
    expect(p?.['states']).to.deep.equal({ infected: 1, 'not-recorded': 0, 'not-identified': 0, 'not-scanned': 0 });
    expect(q).to.deep.include({ files: 1, since: 2 });
  });

  it('shows files with what the METS of the version says, and where they lie', async () => {
    const [two, ten] = (await page('/objects/p')).entries;
    expect(two).to.deep.include({
      kind: 'file',
      path: 'objects/p/2.tif',
      name: '2.tif',
      size: 3,
      since: 1,
      states: ['infected'],
      contentPath: 'v1/content/objects/p/2.tif',
      format: { ...TIFF, version: null },
      virus: { found: true, name: 'Eicar' },
      effectiveAccessRestrictions: [],
    });
    expect(ten).to.deep.include({ size: 4, since: 2, contentPath: 'v2/content/objects/p/10.tif', states: [] });
  });

  it('tells of the virus scans of files where they are asked for', async () => {
    const [two, ten] = (await page('/objects/p', 'scans=true')).entries;
    expect(two?.['scans']).to.deep.equal([
      { at: '2026-01-02T03:04:05Z', found: true, name: 'Eicar', definition: 'ClamAV 1.4.1/27500' },
    ]);
    expect(ten?.['scans']).to.deep.equal([
      { at: '2026-01-02T03:04:05Z', found: false, name: null, definition: 'ClamAV 1.4.1/27500' },
    ]);
    expect((await page('/objects/p')).entries[0]).not.to.have.property('scans');
  });

  it('lists files by state, format and name, from the whole', async () => {
    expect(paths(await page('', 'format=fmt/353'))).to.deep.equal(['objects/p/2.tif', 'objects/p/10.tif']);
    expect(paths(await page('', 'format=fmt/353&name=10'))).to.deep.equal(['objects/p/10.tif']);
    expect(paths(await page('', 'show=not-identified'))).to.deep.equal(['objects/q/b.txt']);
    expect(paths(await page('/objects/q', 'show=infected'))).to.deep.equal([]);
  });

  it('names the formats of the version, and its METS', async () => {
    const { formats, mets } = await page('', 'limit=1');
    expect(mets).to.equal('mets.xml');
    expect(formats?.[0]).to.deep.equal({ ...TIFF, files: 2, bytes: 7 });
    expect(await page('/objects', 'limit=1')).not.to.have.any.keys('formats', 'mets', 'earlier');
  });

  it('counts the files that an earlier version wrote', async () => {
    // The text of a.txt is that of b.txt, which the second version has at another path.
    expect((await page('', 'limit=1')).earlier).to.deep.equal({ files: 2, version: 1 });
    expect((await page('', 'limit=1&version=v1')).earlier).to.deep.equal({ files: 0, version: null });
  });

  it('gives pages with the number of all rows', async () => {
    const { total, entries } = await page('/objects/p', 'offset=1&limit=1');
    expect([total, entries.map(({ name }) => name)]).to.deep.equal([2, ['10.tif']]);
  });

  it('says where there is no such version or folder', async () => {
    for (const [path, query, status] of [
      ['', 'version=v9', 404],
      ['', 'version=nine', 400],
      ['/objects/none', '', 404],
      ['/objects/q', 'version=v1', 404],
      ['', 'show=odd', 400],
    ] as const)
      expect((await ask('GET', `${live.preservation}/children/${box}/group${path}?${query}`)).status).to.equal(status);
  });

  it('shows an object of another program, which has no METS', async () => {
    const made = { created: '2020-01-01T00:00:00Z', user: 'Ada', message: 'm' };
    const versions = [{ ...made, files: { 'a/b.txt': 'b', 'c.txt': 'c' } }];
    await adoptObject(live, box, { path: 'adopted', algorithm: 'sha512', versions });
    const { status, text, body } = await ask('GET', `${live.preservation}/children/${box}/adopted?depth=2`);
    expect(status, text).to.equal(200);
    const { entries } = body as unknown as Page;
    expect(entries.map(({ path, since }) => [path, since])).to.deep.equal([
      ['a', 1],
      ['a/b.txt', 1],
      ['c.txt', 1],
    ]);
    expect(entries[2]?.['digest']).to.deep.include({ algorithm: 'sha512' });
  });
});
