import { expect } from 'chai';
import { ask, describeFiles, newDeposit, upload, type OpenedDeposit } from '../conversation.js';
import { liveServices } from '../live-services.js';

interface Row {
  readonly depth: number;
  readonly kind: 'folder' | 'file';
  readonly path: string;
  readonly name: string;
  readonly entries: number;
  readonly files: number;
  readonly bytes: number;
  readonly worst: string | null;
  readonly states: readonly string[] & Readonly<Record<string, number>>;
  readonly inWorkspace: { readonly path: string; readonly digest: string | null; readonly claimed: boolean } | null;
  readonly [other: string]: unknown;
}
interface Page {
  readonly type: string;
  readonly metsETag: string | null;
  readonly metsAgent: string | null;
  readonly metsEditable: boolean;
  readonly folder: Row;
  readonly offset: number;
  readonly at: number | null;
  readonly total: number;
  readonly entries: readonly Row[];
}

const OBJECTS = ['objects/10.txt', 'objects/2.txt', 'objects/b/deep/c.txt', 'objects/A/a.txt', 'objects/Über.txt'];

describe('a folder of GET /deposits/{id}/combined', () => {
  const live = liveServices();

  const page = async (deposit: OpenedDeposit, query: string): Promise<Page> => {
    const { status, text } = await ask('GET', `${deposit.uri}/combined?${query}`);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as Page;
  };
  const names = ({ entries }: Page): string[] => entries.map(({ name }) => name);

  const filled = async (): Promise<OpenedDeposit> => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    await upload(live, deposit, Object.fromEntries(OBJECTS.map((path) => [path, path])));
    await describeFiles(deposit, ['objects/2.txt', 'objects/b/deep/c.txt']);
    await page(deposit, 'refresh=true&depth=1');
    return deposit;
  };
  let shared: OpenedDeposit;
  before(async () => {
    shared = await filled();
  });

  it('lists folders before files, both as people sort names', async () => {
    const { type, folder, total, entries } = await page(shared, 'path=objects');
    expect(type).to.equal('CombinedFolder');
    expect(entries.map(({ kind, name }) => `${kind} ${name}`)).to.deep.equal([
      'folder A',
      'folder b',
      'file 2.txt',
      'file 10.txt',
      'file Über.txt',
    ]);
    expect([total, folder.entries, folder.files]).to.deep.equal([5, 5, 5]);
  });

  it('counts what is below each folder, and names the worst of it', async () => {
    const { folder, entries } = await page(shared, 'path=objects');
    expect(folder.bytes).to.equal(OBJECTS.reduce((sum, path) => sum + Buffer.byteLength(path), 0));
    expect(folder.states).to.include({ recorded: 2, 'not-recorded': 3, 'not-identified': 5, infected: 0 });
    expect(entries.map(({ path, files, worst }) => [path, files, worst]).slice(0, 2)).to.deep.equal([
      ['objects/A', 1, 'not-recorded'],
      ['objects/b', 1, 'not-identified'],
    ]);
  });

  it('shows files with what both sides say', async () => {
    const { entries } = await page(shared, 'path=objects');
    const [described, other] = entries.filter(({ kind }) => kind === 'file');
    expect(described).to.deep.include({
      path: 'objects/2.txt',
      whereabouts: 'Both',
      misMatches: [],
      contentType: 'text/plain',
      effectiveAccessRestrictions: [],
      rightsStatement: null,
    });
    expect(described?.inWorkspace).to.include({ size: 13, claimed: false });
    expect(described?.['inMets']).to.deep.equal({ size: 13, digest: described?.inWorkspace?.digest });
    expect(other).to.deep.include({ path: 'objects/10.txt', whereabouts: 'Deposit', inMets: null });
    expect(other?.states[0]).to.equal('not-recorded');
  });

  it('lists several levels, each folder before what is in it', async () => {
    const { entries, total } = await page(shared, 'path=objects&depth=2');
    expect(entries.map(({ depth, name }) => `${depth} ${name}`)).to.deep.equal([
      '1 A',
      '2 a.txt',
      '1 b',
      '2 deep',
      '1 2.txt',
      '1 10.txt',
      '1 Über.txt',
    ]);
    expect(total).to.equal(7);
  });

  it('gives the same rows in pages of any size', async () => {
    for (const query of ['path=objects&depth=1', 'path=objects&depth=3', 'show=not-recorded', 'name=TXT']) {
      const whole = await page(shared, query);
      for (let limit = 1; limit <= whole.total; limit++) {
        const found: string[] = [];
        for (let offset = 0; offset < whole.total; offset += limit) {
          const part = await page(shared, `${query}&offset=${offset}&limit=${limit}`);
          expect([part.total, part.offset]).to.deep.equal([whole.total, offset]);
          found.push(...names(part));
        }
        expect(found, query).to.deep.equal(names(whole));
      }
    }
  });

  it('finds the page of a file or folder by its path', async () => {
    const shown = async (query: string) => {
      const { at, offset, entries } = await page(shared, `path=objects&limit=2&${query}`);
      return [at, offset, entries.map(({ name }) => name)];
    };
    expect(await shown('at=objects/10.txt')).to.deep.equal([3, 2, ['2.txt', '10.txt']]);
    expect(await shown('at=objects/b')).to.deep.equal([1, 0, ['A', 'b']]);
    expect(await shown('at=objects/b/deep/c.txt')).to.deep.equal([1, 0, ['A', 'b']]);
    expect((await ask('GET', `${shared.uri}/combined?path=objects&at=objects/none`)).status).to.equal(404);
  });

  it('answers counts alone, and nothing beyond the last row', async () => {
    for (const query of ['path=&limit=0', 'depth=16&offset=1000']) {
      const { entries, total, folder } = await page(shared, query);
      expect([entries, total > 0, folder.path]).to.deep.equal([[], true, '']);
    }
  });

  it('lists the files in one state, or with a part of a name, from the whole', async () => {
    const paths = async (query: string): Promise<string[]> =>
      (await page(shared, query)).entries.map(({ path }) => path);
    expect(await paths('show=not-recorded')).to.deep.equal(['objects/A/a.txt', 'objects/10.txt', 'objects/Über.txt']);
    expect(await paths('show=not-recorded&path=objects/b')).to.deep.equal([]);
    expect(await paths('name=C.T')).to.deep.equal(['objects/b/deep/c.txt']);
    expect(await paths('name=a.txt&show=recorded')).to.deep.equal([]);
  });

  it('sees what the platform changes, and with refresh what was uploaded', async () => {
    const deposit = await filled();
    const { metsETag } = await page(deposit, 'show=not-recorded');
    await describeFiles(deposit, ['objects/10.txt']);
    const edited = await page(deposit, 'show=not-recorded');
    expect(edited.metsETag).not.to.equal(metsETag);
    expect(names(edited)).to.deep.equal(['a.txt', 'Über.txt']);
    await upload(live, deposit, { 'objects/new.txt': 'new' });
    expect((await page(deposit, 'name=new')).total).to.equal(0);
    expect((await page(deposit, 'name=new&refresh=true')).total).to.equal(1);
    expect((await page(deposit, 'name=new')).total).to.equal(1);
  });

  it('says which program wrote the METS, and whether it may be edited here', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    expect(await page(deposit, 'path=&refresh=true')).to.include({ metsAgent: 'Muniment', metsEditable: true });
    const foreign = `<mets:mets xmlns:mets="http://www.loc.gov/METS/"><mets:metsHdr><mets:agent><mets:name>Other</mets:name>
</mets:agent></mets:metsHdr><mets:structMap TYPE="PHYSICAL"><mets:div/></mets:structMap></mets:mets>`;
    await upload(live, deposit, { 'mets.xml': foreign });
    expect(await page(deposit, 'path=&refresh=true')).to.include({ metsAgent: 'Other', metsEditable: false });
  });

  it('says where the files of a bag lie in the workspace, as downloads name them', async () => {
    const deposit = await newDeposit(live, { template: 'BagIt' });
    await upload(live, deposit, { 'bagit.txt': '', 'data/objects/a.txt': 'a' });
    const { entries } = await page(deposit, 'refresh=true&depth=2');
    const paths = new Map(entries.map(({ path, inWorkspace }) => [path, inWorkspace?.path]));
    expect(paths.get('objects/a.txt')).to.equal('data/objects/a.txt');
    expect(paths.get('../bagit.txt')).to.equal('bagit.txt');
    for (const path of ['data/objects/a.txt', 'bagit.txt', paths.get('mets.xml') ?? '']) {
      const { status, text } = await ask('GET', `${deposit.uri}/download?path=${encodeURIComponent(path)}`);
      expect(status, text).to.equal(200);
    }
  });

  it('shows files beside the payload of a bag in the root', async () => {
    const deposit = await newDeposit(live, { template: 'BagIt' });
    await upload(live, deposit, { 'bagit.txt': '', 'notes/a.txt': '', 'data/objects/a.txt': 'a' });
    const root = await page(deposit, 'refresh=true&path=');
    expect(root.entries.map(({ path }) => path)).to.include.members(['../bagit.txt', '../notes/a.txt', 'objects']);
    expect((await page(deposit, 'show=not-preserved')).total).to.equal(2);
  });

  it('is answered as soon as it is there to who would be told that it is not', async () => {
    const prefer = { prefer: 'respond-async, wait=60' };
    const { status } = await ask('GET', `${shared.uri}/combined?path=objects`, undefined, prefer);
    expect(status).to.equal(200);
  });

  it('says where there is no such folder, deposit or state', async () => {
    for (const [query, status] of [
      ['path=objects/none', 404],
      ['path=objects/2.txt', 404],
      ['show=odd', 400],
      ['limit=1001', 400],
      ['offset=-1', 400],
    ] as const)
      expect((await ask('GET', `${shared.uri}/combined?${query}`)).status, query).to.equal(status);
    expect((await ask('GET', `${live.preservation}/deposits/none/combined?path=`)).status).to.equal(404);
  });
});
