import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { digestBytes } from '../../../formats/digests/digested.js';
import { ask, describeFiles, filledDeposit, newDeposit, upload, type OpenedDeposit } from '../conversation.js';
import { valuesNamed } from '../known-times.js';
import { liveServices } from '../live-services.js';
import { sharedData } from '../../support/shared-data.js';

interface Mismatch {
  readonly metadataType: string;
  readonly field: string;
}
interface CombinedFile {
  readonly localPath: string;
  readonly fileInDeposit: Readonly<Record<string, unknown>> | null;
  readonly fileInMets: Readonly<Record<string, unknown>> | null;
  readonly misMatches: readonly Mismatch[];
  readonly whereabouts: string;
  readonly [other: string]: unknown;
}
interface CombinedFolder {
  readonly localPath: string;
  readonly name: string;
  readonly files: readonly CombinedFile[];
  readonly directories: readonly CombinedFolder[];
  readonly whereabouts: string;
  readonly [other: string]: unknown;
}

describe('GET /deposits/{id}/combined', () => {
  const live = liveServices();

  const combined = async (deposit: OpenedDeposit, query = ''): Promise<CombinedFolder> => {
    const { status, text } = await ask('GET', `${deposit.uri}/combined${query}`);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as CombinedFolder;
  };
  const files = (folder: CombinedFolder): CombinedFile[] => [...folder.files, ...folder.directories.flatMap(files)];
  const folders = (folder: CombinedFolder): CombinedFolder[] => [folder, ...folder.directories.flatMap(folders)];
  const where = (items: readonly { localPath: string; whereabouts: string }[]): string[] =>
    items.map(({ localPath, whereabouts }) => `${localPath} ${whereabouts}`);

  it('shows an empty workspace without a METS as a root in the deposit', async () => {
    const { directoryInDeposit, ...root } = await combined(await newDeposit(live));
    expect(root).to.deep.equal({
      localPath: '',
      name: '__ROOT',
      directoryInMets: null,
      files: [],
      directories: [],
      accessRestrictions: [],
      effectiveAccessRestrictions: [],
      rightsStatement: null,
      effectiveRightsStatement: null,
      rightsStatementSuppressed: false,
      recordInfo: null,
      effectiveRecordInfo: null,
      whereabouts: 'Deposit',
    });
    expect(directoryInDeposit).to.include({ type: 'WorkingDirectory', localPath: '', name: '__ROOT' });
    expect((directoryInDeposit as { modified: string }).modified).to.match(/^\d{4}-/);
  });

  it('names the root of both halves alike, also in a bag', async () => {
    for (const template of ['RootLevel', 'BagIt']) {
      const root = await combined(await newDeposit(live, { template }));
      for (const half of [root, root['directoryInDeposit'], root['directoryInMets']])
        expect(half).to.include({ name: '__ROOT' });
    }
  });

  it('has a time for all that it shows', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    await upload(live, deposit, { 'objects/a.txt': 'a' });
    await describeFiles(deposit, ['objects/a.txt']);
    const root = await combined(deposit, '?refresh=true');
    const times = ['modified', 'timestamp'].flatMap((name) => valuesNamed(root, name));
    expect(times).to.have.length.greaterThan(10);
    for (const time of times) expect(time).to.match(/^\d{4}-\d\d-\d\dT/);
  });

  it('tells of each file and folder where it is, ordered by name at each level', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    const odd = ['objects/a b.txt', 'objects/c#1 50%.txt', 'objects/sub/🐎.txt'];
    await upload(live, deposit, Object.fromEntries([...odd, 'objects/z.txt'].map((path) => [path, path])));
    await describeFiles(deposit, odd);
    await live.bytes.delete(live.places.workspaceBucket, [`${deposit.prefix}objects/a b.txt`]);
    const root = await combined(deposit, '?refresh=true');
    expect(where(files(root))).to.deep.equal([
      'mets.xml Both',
      'objects/a b.txt Mets',
      'objects/c#1 50%.txt Both',
      'objects/z.txt Deposit',
      'objects/sub/🐎.txt Both',
    ]);
    expect(where(folders(root))).to.deep.equal([
      ' Both',
      'metadata Both',
      'metadata/ad-hoc Both',
      'objects Both',
      'objects/sub Both',
    ]);
    for (const { misMatches } of files(root)) expect(misMatches).to.deep.equal([]);
  });

  it('has the properties in the order that clients know, and shows children once', async () => {
    const deposit = await newDeposit(live, { template: 'RootLevel' });
    const root = await combined(deposit);
    expect(Object.keys(root).join(' ')).to.equal(
      'localPath name directoryInDeposit directoryInMets files directories accessRestrictions ' +
        'effectiveAccessRestrictions rightsStatement effectiveRightsStatement rightsStatementSuppressed recordInfo ' +
        'effectiveRecordInfo whereabouts',
    );
    for (const half of ['directoryInDeposit', 'directoryInMets'])
      expect(root[half]).to.deep.include({ files: [], directories: [] });
    expect(Object.keys(root.files[0] ?? {}).join(' ')).to.equal(
      'localPath fileInDeposit fileInMets misMatches depositFileFormatMetadata depositVirusScanMetadata ' +
        'depositExifMetadata metsFileFormatMetadata metsVirusScanMetadata metsExifMetadata accessRestrictions ' +
        'effectiveAccessRestrictions rightsStatement effectiveRightsStatement rightsStatementSuppressed recordInfo ' +
        'effectiveRecordInfo whereabouts',
    );
    const { text } = await ask('GET', `${deposit.uri}/mets`);
    const { sha256: digest } = digestBytes(text);
    for (const half of ['fileInDeposit', 'fileInMets'])
      expect(root.files[0]?.[half]).to.include({ localPath: 'mets.xml', digest, contentType: 'application/xml' });
  });

  it('begins in the data/ folder of a bag, and shows what lies beside it as extra', async () => {
    const deposit = await newDeposit(live, { template: 'BagIt' });
    await upload(live, deposit, { 'bagit.txt': '', 'notes/a.txt': '', 'data/objects/a.txt': 'a' });
    const root = await combined(deposit, '?refresh=true');
    expect(where(files(root))).to.deep.equal([
      '../notes/a.txt Extra',
      '../bagit.txt Extra',
      'mets.xml Both',
      'objects/a.txt Deposit',
    ]);
    expect(files(root).at(-1)?.fileInDeposit).to.include({ localPath: 'data/objects/a.txt' });
    expect(where(folders(root)).slice(0, 2)).to.deep.equal([' Both', 'metadata Both']);
  });

  it('shows what tools say, and where the METS says something else', async () => {
    const deposit = await filledDeposit(live, { 'objects/a.txt': 'a' });
    await describeFiles(deposit, ['objects/a.txt']);
    const digest = 'f'.repeat(64);
    const header = 'filename,filesize,modified,errors,sha256,namespace,id,format,version,mime,class,basis,warning';
    const row = `/bag/objects/a.txt,1,2026-01-01,,${digest},pronom,x-fmt/111,Plain Text File,,text/plain,,text match,`;
    await upload(live, deposit, { 'metadata/siegfried/siegfried.csv': `${header}\n${row}\n` });
    const [file] = files(await combined(deposit, '?refresh=true')).filter(
      ({ localPath }) => localPath === 'objects/a.txt',
    );
    expect(file?.['depositFileFormatMetadata']).to.include({ pronomKey: 'x-fmt/111', source: 'FormatIdTool', digest });
    expect(file?.misMatches).to.deep.include({
      metadataType: 'FileFormatMetadata',
      field: 'Digest',
      valueInDeposit: digest,
      valueInMets: digestBytes('a').sha256,
    });
    const { metadata } = file!.fileInDeposit as { metadata: object[] };
    expect(metadata.map((each) => Object.keys(each).slice(0, 3))).to.deep.equal([['type', 'source', 'timestamp']]);
  });

  it('shows rights of the METS as they are inherited', async () => {
    const deposit = await newDeposit(live);
    const mets = await readFile(sharedData('mets/goobi.xml'), 'utf8');
    await upload(live, deposit, { 'mets.xml': mets });
    const root = await combined(deposit, '?refresh=true');
    const described = files(root).filter(({ whereabouts }) => whereabouts === 'Mets');
    expect(described).to.not.be.empty;
    for (const { fileInMets, effectiveAccessRestrictions } of described)
      expect(effectiveAccessRestrictions).to.deep.equal(fileInMets?.['effectiveAccessRestrictions']);
    expect(described.some((each) => (each['effectiveAccessRestrictions'] as string[]).length > 0)).to.equal(true);
  });

  it('is 422 for a METS that cannot be read, and 404 for a deposit that is not there', async () => {
    const deposit = await newDeposit(live);
    await upload(live, deposit, { 'mets.xml': '<mets' });
    expect((await ask('GET', `${deposit.uri}/combined`)).status).to.equal(422);
    expect((await ask('GET', `${live.preservation}/deposits/nosuchdeposit/combined`)).status).to.equal(404);
  });
});
