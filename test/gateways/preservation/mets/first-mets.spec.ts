import { expect } from 'chai';
import {
  ask,
  describeFiles,
  ended,
  fresh,
  keysIn,
  newContainer,
  newDeposit,
  newGroup,
  upload,
  type OpenedDeposit,
  type Reply,
} from '../../conversation.js';
import { importClient, type ImportClient } from '../../import-client.js';
import { liveServices } from '../../live-services.js';
import { sha256Of } from '../../../support/sha256.js';

const FOREIGN = `<?xml version="1.0" encoding="UTF-8"?>
<m:mets xmlns:m="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:p="http://www.loc.gov/premis/v3">
<m:metsHdr><m:agent><m:name>Other</m:name></m:agent></m:metsHdr>
<m:amdSec ID="a"><m:techMD ID="t"><m:mdWrap MDTYPE="PREMIS:OBJECT"><m:xmlData><p:object><p:objectCharacteristics><p:fixity>
<p:messageDigestAlgorithm>sha256</p:messageDigestAlgorithm><p:messageDigest>${sha256Of('a')}</p:messageDigest>
</p:fixity><p:size>1</p:size></p:objectCharacteristics><p:originalName>objects/a.txt</p:originalName></p:object></m:xmlData>
</m:mdWrap></m:techMD></m:amdSec>
<m:fileSec><m:fileGrp><m:file ID="f" ADMID="a" MIMETYPE="text/plain"><m:FLocat LOCTYPE="URL" xlink:href="objects/a.txt"/>
</m:file></m:fileGrp></m:fileSec>
<m:structMap TYPE="PHYSICAL"><m:div TYPE="Directory" LABEL="objects"><m:div TYPE="Item" LABEL="a.txt"><m:fptr FILEID="f"/>
</m:div></m:div></m:structMap></m:mets>`;

const LISTS =
  'containersToAdd binariesToAdd containersToDelete binariesToDelete binariesToPatch containersToRename binariesToRename';

describe('the METS that a new deposit gets (companion 5.11, 13.3)', () => {
  const live = liveServices();
  let client: ImportClient;
  before(() => {
    client = importClient(live);
  });

  const uriOf = (path: string): string => `${live.preservation}/repository/${path}`;
  const openedBy = ({ status, body, text }: Reply): OpenedDeposit => {
    expect(status, text).to.equal(201);
    const id = body.id.slice(body.id.lastIndexOf('/') + 1);
    return { uri: body.id, id, prefix: `deposits/${id}/` };
  };
  const create = async (path: string, template: string): Promise<OpenedDeposit> =>
    newDeposit(live, { archivalGroup: uriOf(path), template });
  const exportOf = (path: string, request: object): Promise<Reply> =>
    ask('POST', `${live.preservation}/deposits/export`, { archivalGroup: uriOf(path), ...request });
  const exported = async (path: string, template: string): Promise<OpenedDeposit> => {
    const deposit = openedBy(await exportOf(path, { template }));
    await live.settle();
    return deposit;
  };
  const routes: readonly [string, (path: string, template: string) => Promise<OpenedDeposit>][] = [
    ['a new deposit', create],
    ['an export', exported],
  ];
  /** A group that was imported at the storage service by itself, with these files and no METS. */
  const groupWithoutMets = async (names: readonly string[] = ['a.txt'], called?: string): Promise<string> => {
    const path = await client.newPath();
    const binariesToAdd = await Promise.all(
      names.map(async (name) => ({
        id: client.groupAt(`${path}/objects/${encodeURIComponent(name)}`),
        origin: await client.putAnywhere(name),
        contentType: 'text/plain',
        ...(called === undefined ? {} : { name: called }),
      })),
    );
    const containersToAdd = [{ id: client.groupAt(`${path}/objects`), name: 'Objects' }];
    const { status, errors } = await client.done(client.jobFor(path, { containersToAdd, binariesToAdd }));
    expect(status, JSON.stringify(errors)).to.equal('completed');
    return path;
  };
  const metsOf = async ({ uri }: OpenedDeposit): Promise<string | null> => {
    const { status, text } = await ask('GET', `${uri}/mets`);
    return status === 404 ? null : text;
  };
  /** What an import of the deposit would change, by list, without the lists that are empty. */
  const changes = async ({ uri }: OpenedDeposit): Promise<object> => {
    const { status, body, text } = await ask('GET', `${uri}/importjobs/diff`);
    expect(status, text).to.equal(200);
    const of = (list: string): string[] =>
      (body[list] as { id: string }[]).map(({ id }) => id.replace(/^.*\/group\//, ''));
    return Object.fromEntries(LISTS.split(' ').flatMap((list) => (of(list).length === 0 ? [] : [[list, of(list)]])));
  };

  describe('of a group with a METS is that METS', () => {
    for (const [route, open] of routes)
      for (const template of ['None', 'RootLevel', 'BagIt'])
        it(`at the root, for ${route} with the template ${template}`, async () => {
          const { path, deposit } = await newGroup({ 'objects/a.txt': 'a' });
          const before = await metsOf(deposit);
          const opened = await open(path, template);
          const keys = (await keysIn(live, opened)).filter((key) => !key.endsWith('/'));
          expect(keys).to.deep.equal(route === 'an export' ? ['mets.xml', 'objects/a.txt'] : ['mets.xml']);
          expect((await metsOf(opened))?.replaceAll(/\s+/g, '')).to.equal(before?.replaceAll(/\s+/g, ''));
          expect(await changes(opened)).to.deep.equal({});
        });
  });

  describe('of a group without a METS', () => {
    for (const [route, open] of routes)
      it(`is none, for ${route} with the template None`, async () => {
        const deposit = await open(await groupWithoutMets(), 'None');
        expect(await metsOf(deposit)).to.equal(null);
        expect((await ask('GET', deposit.uri)).body).to.include({ status: 'new', metsETag: null });
        expect(await keysIn(live, deposit)).to.deep.equal(route === 'an export' ? ['objects/a.txt'] : []);
      });
    for (const [route, open] of routes)
      for (const template of ['RootLevel', 'BagIt'])
        it(`describes its content, at the root, for ${route} with the template ${template}`, async () => {
          const path = await groupWithoutMets(['a.txt', 'b #1 %.txt', '💌']);
          const deposit = await open(path, template);
          const files = (await keysIn(live, deposit)).filter((key) => !key.endsWith('/'));
          const content = ['objects/a.txt', 'objects/b #1 %.txt', 'objects/💌'];
          expect(files).to.deep.equal(['mets.xml', ...(route === 'an export' ? content : [])]);
          const mets = await metsOf(deposit);
          for (const name of ['a.txt', 'b #1 %.txt', '💌']) {
            expect(mets).to.include(sha256Of(name));
            expect(mets).to.include(`LABEL="${name}"`);
          }
          expect(mets).to.include('LABEL="Objects"');
          expect(mets).to.include('MIMETYPE="text/plain"');
          const { containersToAdd = [], ...others } = (await changes(deposit)) as Record<string, string[]>;
          expect(others).to.deep.equal({ binariesToAdd: ['mets.xml'] });
          expect(['metadata', 'metadata/ad-hoc']).to.include.members(containersToAdd);
        });
    it('can be edited, and is preserved as the METS of the group', async () => {
      const path = await groupWithoutMets(['a.txt', 'b.txt']);
      const deposit = await exported(path, 'RootLevel');
      expect(await keysIn(live, deposit)).to.include.members(['metadata/', 'metadata/ad-hoc/']);
      await upload(live, deposit, { 'objects/c.txt': 'c' });
      expect((await describeFiles(deposit, ['objects/c.txt'])).status).to.equal(200);
      const job = await ask('POST', `${deposit.uri}/importjobs`, { id: `${deposit.uri}/importjobs/diff` });
      expect(job.status, job.text).to.equal(201);
      expect(await ended(live, job.body.id)).to.include({ status: 'completed', newVersion: 'v2' });
      const next = await create(path, 'None');
      expect(await metsOf(next)).to.include('c.txt');
      expect(await changes(next)).to.deep.equal({});
    });
    const olds: readonly [string, string, number][] = [
      ['RootLevel', 'v1', 400],
      ['BagIt', 'v1', 400],
      ['None', 'v1', 201],
      ['RootLevel', 'v2', 201],
    ];
    for (const [template, versionExported, expected] of olds)
      it(`${expected === 400 ? 'is refused' : 'is no obstacle'} for ${versionExported} of two with the template ${template}`, async () => {
        const path = await groupWithoutMets();
        await client.done(client.jobFor(path, { isUpdate: true, archivalGroupName: 'Another name' }));
        const { status, body, text } = await exportOf(path, { template, versionExported });
        expect(status, text).to.equal(expected);
        if (expected === 400)
          expect(body['detail']).to.equal(
            "If exporting an Archival Group that doesn't have a METS, you can only export the HEAD version.",
          );
        else expect(body['archivalGroupName']).to.equal(versionExported === 'v1' ? 'A group' : 'Another name');
        await live.settle();
      });
    it('is none where a name cannot be written in XML, which refuses nothing', async () => {
      const path = await groupWithoutMets(['a.txt'], 'bell \u0007');
      for (const [, open] of routes) {
        const deposit = await open(path, 'RootLevel');
        expect(await metsOf(deposit)).to.equal(null);
        expect((await ask('GET', deposit.uri)).body).to.include({ status: 'new', active: true });
        expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
      }
    });
  });

  it('of a third party stays as it is, byte by byte, and leaves the diff empty', async () => {
    const path = `${await newContainer(live)}/group`;
    const first = await newDeposit(live, { archivalGroup: uriOf(path), archivalGroupName: 'A group' });
    await upload(live, first, { 'mets.xml': FOREIGN, 'objects/a.txt': 'a' });
    const job = await ask('POST', `${first.uri}/importjobs`, { id: `${first.uri}/importjobs/diff` });
    expect(job.status, job.text).to.equal(201);
    expect(await ended(live, job.body.id)).to.include({ status: 'completed' });
    for (const [, open] of routes)
      for (const template of ['None', 'RootLevel']) {
        const deposit = await open(path, template);
        expect(await metsOf(deposit)).to.equal(FOREIGN);
        expect((await keysIn(live, deposit)).filter((key) => key.endsWith('/'))).to.deep.equal([]);
        expect(await changes(deposit)).to.deep.equal({});
        expect((await ask('DELETE', deposit.uri)).status).to.equal(204);
      }
  });

  it('of a group from a bag is at the root, and so are its files', async () => {
    const path = `${await newContainer(live)}/group`;
    const bag = await newDeposit(live, { archivalGroup: uriOf(path), template: 'BagIt', archivalGroupName: 'A bag' });
    await upload(live, bag, { 'bagit.txt': 'BagIt-Version: 0.97', 'data/objects/a b.txt': 'a' });
    expect((await describeFiles(bag, ['objects/a b.txt'])).status).to.equal(200);
    const job = await ask('POST', `${bag.uri}/importjobs`, { id: `${bag.uri}/importjobs/diff` });
    expect(await ended(live, job.body.id)).to.include({ status: 'completed' });
    const deposit = await exported(path, 'BagIt');
    const keys = ['metadata/', 'metadata/ad-hoc/', 'mets.xml', 'objects/a b.txt'];
    expect(await keysIn(live, deposit)).to.have.members(keys);
    expect(await changes(deposit)).to.deep.equal({});
  });

  it('is named as it is in the group', async () => {
    const path = `${await newContainer(live)}/group`;
    const first = await newDeposit(live, { archivalGroup: uriOf(path), archivalGroupName: 'A group' });
    const name = `${fresh('old')}.METS.xml`;
    await upload(live, first, { [name]: FOREIGN, 'objects/a.txt': 'a' });
    const job = await ask('POST', `${first.uri}/importjobs`, { id: `${first.uri}/importjobs/diff` });
    expect(job.status, job.text).to.equal(201);
    expect(await ended(live, job.body.id)).to.include({ status: 'completed' });
    expect(await keysIn(live, await create(path, 'RootLevel'))).to.deep.equal([name]);
  });
});
