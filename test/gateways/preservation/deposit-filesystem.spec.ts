import { expect } from 'chai';
import { digestBytes } from '../../../formats/digests/digested.js';
import {
  ask,
  deleteItems,
  describeFiles,
  filledDeposit,
  newDeposit,
  upload,
  type OpenedDeposit,
} from '../conversation.js';
import { liveServices } from '../live-services.js';

interface Folder {
  readonly localPath: string;
  readonly name: string | null;
  readonly modified: string;
  readonly files: readonly File[];
  readonly directories: readonly Folder[];
}
type File = Readonly<Record<string, unknown>> & { readonly localPath: string };

describe('GET /deposits/{id}/filesystem', () => {
  const live = liveServices();

  const view = async (deposit: OpenedDeposit, query = ''): Promise<Folder> => {
    const { status, text } = await ask('GET', `${deposit.uri}/filesystem${query}`);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as Folder;
  };
  const files = (folder: Folder): File[] => [...folder.files, ...folder.directories.flatMap(files)];
  const paths = (folder: Folder): string[] => files(folder).map(({ localPath }) => localPath);

  it('shows an empty workspace as an empty root that is as old as the deposit', async () => {
    const deposit = await newDeposit(live);
    const { created } = (await ask('GET', deposit.uri)).body as unknown as { created: string };
    expect(await view(deposit)).to.deep.equal({
      type: 'WorkingDirectory',
      localPath: '',
      name: '__ROOT',
      modified: created,
      accessRestrictions: null,
      effectiveAccessRestrictions: [],
      files: [],
      directories: [],
      rightsStatement: null,
      effectiveRightsStatement: null,
      rightsStatementSuppressed: false,
      recordInfo: null,
      effectiveRecordInfo: null,
      metadata: [],
    });
  });

  it('has the properties in the order that clients know', async () => {
    const deposit = await newDeposit(live);
    await upload(live, deposit, { 'objects/a.txt': 'a' });
    const { directories, ...root } = await view(deposit, '?refresh=true');
    const [folder] = directories;
    const expected = [
      'type localPath name modified accessRestrictions effectiveAccessRestrictions files directories',
      'rightsStatement effectiveRightsStatement rightsStatementSuppressed recordInfo effectiveRecordInfo metadata',
    ].join(' ');
    expect(Object.keys(folder ?? {}).join(' ')).to.equal(expected);
    expect(root).to.not.have.property('metsExtensions');
    expect(folder).to.include({ localPath: 'objects', name: null });
    const [file] = folder?.files ?? [];
    expect(Object.keys(file ?? {}).join(' ')).to.equal(
      [
        'type localPath name modified accessRestrictions effectiveAccessRestrictions rightsStatement',
        'effectiveRightsStatement rightsStatementSuppressed recordInfo effectiveRecordInfo metadata contentType digest size links',
      ].join(' '),
    );
    const { sha256 } = digestBytes('a');
    expect(file).to.deep.include({ localPath: 'objects/a.txt', contentType: 'text/plain', digest: sha256, size: 1 });
    expect(folder?.modified).to.equal(file?.['modified']);
  });

  it('keeps odd names as they are', async () => {
    const deposit = await newDeposit(live);
    const odd = [
      'objects/50% off.txt',
      'objects/a b.txt',
      'objects/c#1.txt',
      'objects/d%20e.txt',
      'objects/🐎 & <x>.txt',
    ];
    await upload(live, deposit, Object.fromEntries(odd.map((path) => [path, path])));
    expect(paths(await view(deposit, '?refresh=true'))).to.deep.equal(odd);
  });

  it('shows what was uploaded with refresh, in any casing, and from then on', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    const scaffolded = paths(await view(deposit));
    await upload(live, deposit, { 'objects/a.txt': 'a' });
    expect(paths(await view(deposit))).to.deep.equal(scaffolded);
    expect(paths(await view(deposit, '?Refresh=True'))).to.include('objects/a.txt');
    expect(paths(await view(deposit))).to.include('objects/a.txt');
  });

  it('is not older than the last edit of the deposit', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    await view(deposit);
    await upload(live, deposit, { 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    expect((await describeFiles(deposit, ['objects/a.txt'])).status).to.equal(200);
    expect(paths(await view(deposit))).to.include.members(['objects/a.txt', 'objects/b.txt']);
  });

  it('has no more what was deleted from the workspace, with the METS or without', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a', 'objects/b.txt': 'b' });
    await describeFiles(deposit, ['objects/a.txt']);
    expect(paths(await view(deposit))).to.include.members(['objects/a.txt', 'objects/b.txt']);
    for (const [path, deleteFromMets] of [
      ['objects/b.txt', false],
      ['objects/a.txt', true],
    ] as const) {
      expect((await deleteItems(deposit, [{ path, isDir: false }], { deleteFromMets })).status).to.equal(200);
      expect(paths(await view(deposit))).to.not.include(path);
    }
  });

  it('shows a bag as it lies there, its tag files included', async () => {
    const deposit = await newDeposit(live, { template: 'BagIt' });
    await upload(live, deposit, { 'bagit.txt': 'BagIt-Version: 0.97', 'data/objects/a.txt': 'a' });
    const root = await view(deposit, '?refresh=true');
    expect(paths(root)).to.deep.equal(['bagit.txt', 'data/mets.xml', 'data/objects/a.txt']);
    expect(root.directories.map(({ localPath, name }) => [localPath, name])).to.deep.equal([['data', 'data']]);
  });

  it('has what tools say of a file, the type that they agree on, and a warning for what they left in disorder', async () => {
    const deposit = await newDeposit(live, { template: 'BagIt' });
    const { sha256 } = digestBytes('x');
    const key = `${deposit.prefix}data/objects/a #1.jpg`;
    await live.bytes.put({ bucket: live.places.workspaceBucket, key }, Buffer.from('x'));
    const header = 'filename,filesize,modified,errors,sha256,namespace,id,format,version,mime,class,basis,warning';
    const row = `objects/a #1.jpg,1,2026-01-01,,${sha256},pronom,fmt/43,JPEG,1.01,image/jpeg,,"extension, bytes",`;
    await upload(live, deposit, {
      'data/metadata/formatid/formatid.csv': `${header}\n${row}\n`,
      'manifest-sha256.txt': `no digest\n${sha256}  data/objects/a #1.jpg\n`,
    });
    const shown = files(await view(deposit, '?refresh=true'));
    const [file] = shown.filter(({ localPath }) => localPath === 'data/objects/a #1.jpg');
    const said = file?.['metadata'] as Record<string, unknown>[];
    expect(file).to.include({ contentType: 'image/jpeg' });
    expect(said.map(({ type, source, digest }) => [type, source, digest])).to.deep.equal([
      ['DigestMetadata', 'BagIt', sha256],
      ['FileFormatMetadata', 'FormatIdTool', sha256],
    ]);
    const order = 'type source timestamp digest size pronomKey formatName originalName storageLocation contentType';
    expect(Object.keys(said[1] ?? {}).join(' ')).to.equal(order);
    const warned = live.log.lines.filter(({ fields }) => fields['depositId'] === deposit.id);
    expect(
      warned.map(({ level, fields }) => [level, fields['path'], fields['problem'], fields['leftOut']]),
    ).to.deep.equal([['warn', 'manifest-sha256.txt', 'in-part', 1]]);
  });

  it('shows each of several callers at once a whole view', async () => {
    const deposit = await newDeposit(live);
    const expected = Array.from({ length: 50 }, (_, index) => `objects/${String(index).padStart(2, '0')}.txt`);
    await upload(live, deposit, Object.fromEntries(expected.map((path) => [path, path])));
    const views = await Promise.all(Array.from({ length: 6 }, () => view(deposit, '?refresh=true')));
    for (const each of views) expect(paths(each)).to.deep.equal(expected);
    expect(paths(await view(deposit))).to.deep.equal(expected);
  });

  it('is 404 for a deposit that is not there, or no longer, and 400 for a refresh that is no yes or no', async () => {
    const deposit = await newDeposit(live);
    await view(deposit);
    expect((await ask('GET', `${deposit.uri}/filesystem?refresh=maybe`)).status).to.equal(400);
    await ask('DELETE', deposit.uri);
    for (const uri of [deposit.uri, `${live.preservation}/deposits/nosuchdeposit`]) {
      const { status, body } = await ask('GET', `${uri}/filesystem?refresh=true`);
      expect([status, body['detail']]).to.deep.equal([404, `Deposit ${uri.slice(uri.lastIndexOf('/') + 1)} not found`]);
    }
  });
});
