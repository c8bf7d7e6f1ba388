import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { digestBytes } from '../../../formats/digests/digested.js';
import { createMets } from '../../../formats/mets/create-mets.js';
import { needsSharedData, sharedData } from '../../support/shared-data.js';
import { ask, describeFiles, etagOf, newDeposit, newGroup, upload, type OpenedDeposit } from '../conversation.js';
import { valuesNamed } from '../known-times.js';
import { liveServices } from '../live-services.js';

type Item = Readonly<Record<string, unknown>> & { readonly localPath: string; readonly files: readonly Item[] };
interface Range {
  readonly id: string;
  readonly name: string | null;
  readonly ranges: readonly Range[];
  readonly files: readonly object[];
}
interface ShownMets {
  readonly name: string | null;
  readonly rootUri: string;
  readonly metsUri: string;
  readonly self: Item | null;
  readonly physicalStructure: Item;
  readonly files: readonly Item[];
  readonly eTag: string | null;
  readonly logicalStructures: readonly Range[];
}

describe('the METS of a deposit, parsed', () => {
  const live = liveServices();

  const parsed = async (uri: string): Promise<ShownMets> => {
    const { status, text } = await ask('GET', uri);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as ShownMets;
  };
  const parsedOf = ({ uri }: OpenedDeposit): Promise<ShownMets> => parsed(`${uri}/parsed-mets`);

  const depositWith = async (path: string, bytes: Uint8Array): Promise<OpenedDeposit> => {
    const deposit = await newDeposit(live);
    await live.bytes.put({ bucket: live.places.workspaceBucket, key: deposit.prefix + path }, bytes);
    return deposit;
  };

  it('has the properties in the order that clients know', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel', archivalGroupName: 'N' });
    await upload(live, deposit, { 'objects/a.txt': 'a' });
    await describeFiles(deposit, ['objects/a.txt']);
    const mets = await parsedOf(deposit);
    expect(Object.keys(mets).join(' ')).to.equal(
      'name rootUri metsUri self physicalStructure files xDocument eTag agent editable logicalStructures lastChange',
    );
    expect(Object.keys(mets.physicalStructure).join(' ')).to.equal(
      'type localPath name modified accessRestrictions effectiveAccessRestrictions files directories rightsStatement effectiveRightsStatement rightsStatementSuppressed recordInfo effectiveRecordInfo metadata',
    );
    expect(Object.keys(mets.files[0] ?? {}).join(' ')).to.equal(
      'type localPath name modified accessRestrictions effectiveAccessRestrictions rightsStatement effectiveRightsStatement rightsStatementSuppressed recordInfo effectiveRecordInfo metsExtensions metadata contentType digest size links',
    );
    const files = `s3://${live.places.workspaceBucket}/${deposit.prefix}`;
    expect(mets).to.deep.include({
      name: 'N',
      rootUri: files,
      metsUri: `${files}mets.xml`,
      xDocument: null,
      eTag: await etagOf(deposit),
      agent: 'Muniment',
      editable: true,
      logicalStructures: [],
    });
  });

  it('lists its own file last, among all files and in the root', async () => {
    const bytes = createMets({ title: 'T', agent: 'Other', now: new Date() });
    const mets = await parsedOf(await depositWith('mets.xml', bytes));
    const { sha256, size } = digestBytes(bytes);
    expect(mets.self).to.include({
      type: 'WorkingFile',
      localPath: 'mets.xml',
      name: 'mets.xml',
      digest: sha256,
      size,
    });
    expect(mets.files).to.deep.equal([mets.self]);
    expect(mets.physicalStructure.files).to.deep.equal([mets.self]);
  });

  it('is found below data/, with paths that start there', async () => {
    const deposit = await depositWith('data/mets.xml', createMets({ title: 'T', agent: 'Other', now: new Date() }));
    const mets = await parsedOf(deposit);
    const data = `s3://${live.places.workspaceBucket}/${deposit.prefix}data/`;
    expect(mets).to.include({ rootUri: data, metsUri: `${data}mets.xml` });
    expect(mets.self?.localPath).to.equal('mets.xml');
  });

  it('has ranges, regions, links and inherited terms', async function () {
    needsSharedData(this, 'mets');
    const bytes = readFileSync(sharedData('mets', 'platform-response-book.xml'));
    const mets = await parsedOf(await depositWith('METS.XML', bytes));
    const [page] = mets.files;
    expect(page).to.deep.include({
      localPath: 'objects/001.tif',
      accessRestrictions: null,
      effectiveAccessRestrictions: ['Level1'],
      rightsStatement: null,
      effectiveRightsStatement: 'http://rightsstatements.org/vocab/InC/1.0/',
      rightsStatementSuppressed: false,
      recordInfo: null,
      effectiveRecordInfo: {
        recordIdentifiers: [
          { source: 'identity-service', value: 'rp4m2q8s' },
          { source: 'EMu', value: 'PRI/2/999/a' },
        ],
      },
      metsExtensions: { divId: 'PHYS_objects/001.tif', admId: 'ADM_objects/001.tif' },
      links: [{ to: 'objects/htr/001.xml', role: 'http://iiif.io/api/presentation/3#supplementing' }],
    });
    const metadata = page?.['metadata'] as readonly { readonly type: string }[];
    expect(metadata.map((entry) => Object.keys(entry).join(' '))).to.deep.equal([
      'type source timestamp digest size pronomKey formatName originalName storageLocation contentType',
      'type source timestamp pixelWidth pixelHeight duration',
      'type source timestamp tags',
      'type source timestamp originalName storageLocation',
      'type source timestamp hasVirus virusFound virusDefinition',
    ]);
    const [collection] = mets.logicalStructures;
    expect(collection?.ranges[1]?.files[1]).to.deep.equal({
      localPath: 'objects/005.tif',
      region: { x1: 0, y1: 0, x2: 6000, y2: 2000 },
      beginTime: null,
      endTime: null,
    });
    expect(mets.files).to.have.length(17);
  });

  it('is as old as the METS file in all that it tells no other time of', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    await upload(live, deposit, { 'objects/a.txt': 'a' });
    await describeFiles(deposit, ['objects/a.txt']);
    const at = { bucket: live.places.workspaceBucket, key: `${deposit.prefix}mets.xml` };
    const modified = (await live.bytes.head(at))?.lastModified.getTime();
    const mets = await parsedOf(deposit);
    for (const name of ['modified', 'timestamp']) {
      const times = valuesNamed(mets, name);
      expect(times).to.have.length.greaterThan(3);
      expect(new Set(times.map((time) => Date.parse(time as string)))).to.deep.equal(new Set([modified]));
    }
  });

  it('names the IDs that a METS uses twice', async () => {
    const bytes = Buffer.from(
      '<mets xmlns="http://www.loc.gov/METS/"><structMap><div ID="D"><div ID="D"/></div></structMap></mets>',
    );
    expect(await parsedOf(await depositWith('mets.xml', bytes))).to.deep.include({ duplicateIds: ['D'] });
  });

  it('names pointers to nothing and files without a place', async () => {
    const bytes = Buffer.from(
      '<mets xmlns="http://www.loc.gov/METS/"><fileSec><fileGrp><file ID="F2"/></fileGrp></fileSec><structMap><div><fptr FILEID="F1"/><fptr FILEID="F2"/></div></structMap></mets>',
    );
    expect(await parsedOf(await depositWith('mets.xml', bytes))).to.deep.include({
      danglingFileIds: ['F1'],
      unlocatedFileIds: ['F2'],
    });
  });

  it('is of what a METS says in the encoding that it declares', async () => {
    const bytes = Buffer.from(
      `<?xml version='1.0' encoding='windows-1252'?><mets xmlns="http://www.loc.gov/METS/" xmlns:x="http://www.w3.org/1999/xlink"><fileSec><fileGrp><file ID="F"><FLocat x:href="objects/\xe9.txt"/></file></fileGrp></fileSec><structMap><div><fptr FILEID="F"/></div></structMap></mets>`,
      'latin1',
    );
    const { files } = await parsedOf(await depositWith('mets.xml', bytes));
    expect(files[0]?.localPath).to.equal('objects/é.txt');
  });

  it('is not there without a METS or a deposit', async () => {
    const deposit = await newDeposit(live);
    expect((await ask('GET', `${deposit.uri}/parsed-mets`)).status).to.equal(404);
    expect((await ask('GET', `${live.preservation}/deposits/none/parsed-mets`)).status).to.equal(404);
  });

  const faults: readonly [title: string, text: string, detail: RegExp][] = [
    ['what is not XML', 'hello', /not well-formed/],
    ['a DTD', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', /document type declaration/],
    ['endless nesting', '<a>'.repeat(100_000), /nested/],
    ['other XML', '<a/>', /no mets element/],
    ['no structMap', '<mets xmlns="http://www.loc.gov/METS/"/>', /must have a physical structMap/],
  ];
  for (const [title, text, detail] of faults)
    it(`is refused for ${title}`, async () => {
      const deposit = await depositWith('mets.xml', Buffer.from(text));
      const { status, body } = await ask('GET', `${deposit.uri}/parsed-mets`);
      expect(status).to.equal(422);
      expect(body['detail']).to.match(detail);
    });

  it('is read in a thread where it is large, to the same answer', async () => {
    const files = Array.from({ length: 40_000 }, (_, n) => n);
    const text = `<mets xmlns="http://www.loc.gov/METS/" xmlns:x="http://www.w3.org/1999/xlink"><fileSec><fileGrp>${files
      .map(
        (n) =>
          `<file ID="F${n}" MIMETYPE="text/plain"><FLocat LOCTYPE="URL" x:href="objects/folder ${n % 100}/${n}.txt"/></file>`,
      )
      .join('')}</fileGrp></fileSec><structMap><div>${files
      .map((n) => `<div ID="D${n}"><fptr FILEID="F${n}"/></div>`)
      .join('')}</div></structMap></mets>`;
    expect(text.length).to.be.greaterThan(5_000_000);
    const deposit = await depositWith('mets.xml', Buffer.from(text));
    const mets = await parsedOf(deposit);
    expect(mets.files).to.have.length(40_001);
    expect(mets.files[39_999]).to.deep.include({ localPath: 'objects/folder 99/39999.txt', links: [] });
    expect(mets.files[40_000]).to.deep.equal(mets.self);
  });

  it('is refused in a thread as it is here', async () => {
    const deposit = await depositWith('mets.xml', Buffer.from(`<a>${'<b/>'.repeat(1_500_000)}</a>`));
    const { status, body } = await ask('GET', `${deposit.uri}/parsed-mets`);
    expect(status).to.equal(422);
    expect(body['detail']).to.equal('The document holds no mets element.');
  });

  describe('of an archival group', () => {
    it('says where it lies in the repository, and lists what it describes', async () => {
      const group = await newGroup({ 'objects/b.txt': 'b' });
      const resource = `${group.live.preservation}/repository/${group.path}`;
      const mets = await parsed(`${resource}?view=parsed-mets`);
      const { body } = await ask('GET', `${resource}/mets.xml`);
      expect(mets).to.include({ name: 'A group', metsUri: body['origin'], self: null, eTag: null });
      expect(mets.metsUri).to.equal(`${mets.rootUri}mets.xml`);
      expect(mets.files.map(({ localPath }) => localPath)).to.deep.equal(['objects/b.txt']);
      expect(mets.physicalStructure.files).to.deep.equal([]);
      const times = [...valuesNamed(mets, 'modified'), ...valuesNamed(mets, 'timestamp')];
      expect(times).to.have.length.greaterThan(2);
      expect(new Set(times)).to.deep.equal(new Set([body['lastModified']]));
      const inner = await ask('GET', `${resource}/objects?view=parsed-mets`);
      expect(inner.status).to.equal(400);
      const elsewhere = await ask('GET', `${group.live.storage}/repository/${group.path}?view=parsed-mets`);
      expect(elsewhere.body['title']).to.equal('Unsupported view');
    });
  });
});
