import { expect } from 'chai';
import { readWhole } from '../../../../formats/read-whole.js';
import { ask, deleteItems, fresh, type Reply } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { as } from '../deposit-life/deposits-by-state.js';
import {
  depositOf,
  exported,
  FILM,
  imported,
  manifestOf,
  NOTES,
  PAGE,
  postManifest,
  viewedDeposit,
  type Manifest,
  type ViewedDeposit,
} from './viewed-deposit.js';
import { describeMets } from '../../../support/mets-in-bytes.js';

const range = (label: string, ...items: object[]): object => ({
  id: 'urn:x',
  type: 'Range',
  label: { en: [label] },
  items,
});
const canvas = ({ items }: Manifest, path: string, fragment = ''): object => {
  const found = items.find(({ label }) => label.none[0] === path);
  return { id: `${found?.id}${fragment}`, type: 'Canvas' };
};

describe('the manifest of a deposit (preservation 4.9, companion 15.2, 15.3)', () => {
  const live = liveServices();
  let deposit: ViewedDeposit;
  beforeEach(async () => {
    deposit = await viewedDeposit(live);
  });

  const metsOf = async ({ prefix }: ViewedDeposit): Promise<Buffer> =>
    (await readWhole(live.bytes, { bucket: live.places.workspaceBucket, key: `${prefix}mets.xml` })).bytes;
  const structures = async (): Promise<object> => {
    const { logicalStructures } = describeMets(await metsOf(deposit));
    return logicalStructures.map(({ name, files }) => [
      name,
      files.map(({ localPath, beginTime, endTime }) => [localPath, beginTime, endTime]),
    ]);
  };

  it('has canvases for files that were uploaded without a type, or with the generic one, by what tools found', async () => {
    const untyped = await depositOf(
      live,
      [
        ['objects/a', Buffer.from('a film'), null],
        ['objects/b', Buffer.from('a picture'), 'application/octet-stream'],
        ['objects/c', Buffer.from('nobody knows'), null],
      ],
      [
        '======== objects/a\nMIME Type : video/mp4\nImage Size : 320x240\nDuration : 2.00 s',
        '======== objects/b\nMIME Type : image/avif\nImage Size : 320x240',
        '======== objects/c\nError : Unknown file type',
      ],
    );
    const { items } = await manifestOf(untyped);
    expect(items.map(({ label }) => label.none[0])).to.deep.equal(['objects/a', 'objects/b']);
    expect(JSON.stringify(items[0])).to.include('"type":"Video"');
    expect(JSON.stringify(items[1])).to.include('/imagesvc/objects/b/full/');
    const combined = await ask('GET', `${untyped.uri}/combined`);
    expect(combined.text).to.include('"misMatches":[]').and.not.to.include('ContentType');
  });
  it('is got without a bearer token, has its own address as id, and says what the deposit is', async () => {
    const manifest = await manifestOf(deposit);
    expect(manifest).to.deep.include({ id: deposit.manifest, type: 'Manifest', label: { none: ['Letters'] } });
    const metadata = manifest['metadata'] as readonly { label: object; value: object }[];
    expect(metadata.map(({ label }) => label)).to.deep.equal([
      { en: ['Total files'] },
      { none: ['Archival Group Name'] },
      { none: ['Archival Group Uri'] },
      { none: ['Archival Group exists'] },
      { en: ['Status'] },
      { en: ['Submission text'] },
      { en: ['Created'] },
      { none: ['Created by'] },
      { en: ['Last modified'] },
      { none: ['Last modified by'] },
      { en: ['Preserved'] },
      { none: ['Preserved by'] },
      { none: ['Preserved version'] },
      { en: ['Exported'] },
      { none: ['Exported by'] },
      { none: ['Exported version'] },
    ]);
    expect(metadata[0]?.value).to.deep.equal({ en: ['5'] }); // with the METS and the output of the tool
    expect(metadata[3]?.value).to.deep.equal({ none: ['False'] });
    expect(JSON.stringify(metadata[6]?.value)).to.match(/\["\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"\]/);
    expect(metadata[10]?.value).to.deep.equal({ en: [' - '] });
  });
  it('has canvases in the order of the METS, with the extents that the tools found', async () => {
    const { items } = await manifestOf(deposit);
    expect(items.map(({ label }) => label.none[0])).to.deep.equal([FILM, NOTES, PAGE]);
    expect(items[0]).to.include({ width: 320, height: 240, duration: 12.5 });
    expect(items[1]).to.deep.include({ width: 1_000, height: 800, behavior: ['placeholder'] });
    expect(items[2]).to.include({ width: 1_600, height: 800 });
  });
  it('takes its structures back, without anything else, in one edit of the METS by the user of the token', async () => {
    const manifest = await manifestOf(deposit);
    const posted = {
      ...manifest,
      label: { none: ['Other'] },
      structures: [range('One', canvas(manifest, FILM, '#t=0,5')), range('Two', canvas(manifest, PAGE))],
    };
    const answer = await postManifest(deposit, posted);
    expect([answer.status, answer.text]).to.deep.equal([204, '']);
    expect(await structures()).to.deep.equal([
      ['One', [[FILM, 0, 5]]],
      ['Two', [[PAGE, null, null]]],
    ]);
    const { body } = await ask('GET', deposit.uri);
    expect(body).to.include({ archivalGroupName: 'Letters', lastModifiedBy: `${live.preservation}/agents/ann` });
    const again = await manifestOf(deposit);
    expect((await postManifest(deposit, again)).status).to.equal(204);
    expect((await manifestOf(deposit)).structures).to.deep.equal(again.structures);
    expect((await postManifest(deposit, { ...again, structures: undefined })).status).to.equal(204);
    expect(await structures()).to.deep.equal([]);
  });
  it('is refused with its ETag once the METS was changed, and taken with it until then', async () => {
    const { headers, body } = await ask('GET', deposit.manifest);
    const seen = { 'if-match': headers.get('etag') ?? '' };
    const manifest = body as unknown as Manifest;
    const posted = (label: string): object => ({ ...manifest, structures: [range(label, canvas(manifest, PAGE))] });
    await ask('PATCH', deposit.uri, { submissionText: 'no change of the METS' }, as('ann'));
    expect((await postManifest(deposit, posted('One'), seen)).status).to.equal(204);
    const refused = await postManifest(deposit, posted('Two'), seen);
    expect([refused.status, refused.body['type']]).to.deep.equal([
      412,
      `${live.preservation}/problems/structures-stale`,
    ]);
    expect(await structures()).to.deep.equal([['One', [[PAGE, null, null]]]]);
    for (const form of [(tag: string) => tag, () => '*', (tag: string) => `"other", W/${tag}`]) {
      const ifMatch = form((await ask('GET', deposit.manifest)).headers.get('etag') ?? '');
      expect((await postManifest(deposit, posted('Two'), { 'if-match': ifMatch })).status, ifMatch).to.equal(204);
    }
  });
  it('may name any canvas of the deposit where it lists none', async () => {
    const manifest = await manifestOf(deposit);
    const posted = { type: 'Manifest', structures: [range('One', canvas(manifest, PAGE))] };
    expect((await postManifest(deposit, posted)).status).to.equal(204);
    const gone = { id: `${manifest.items[0]?.id}.gone`, type: 'Canvas' };
    expect((await postManifest(deposit, { ...posted, structures: [range('Two', gone)] })).status).to.equal(400);
    expect(await structures()).to.deep.equal([['One', [[PAGE, null, null]]]]);
  });
  it('takes a body of any media type', async () => {
    const manifest = await manifestOf(deposit);
    const body = JSON.stringify({ ...manifest, structures: [range('One', canvas(manifest, PAGE))] });
    for (const type of ['application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"', 'text/plain']) {
      const { status } = await fetch(deposit.manifest, { method: 'POST', body, headers: { 'content-type': type } });
      expect(status, type).to.equal(204);
    }
  });
  const refusals: Readonly<Record<string, string>> = {
    'an empty body': '',
    'no JSON': '{',
    'another type': '{"type":"Collection","items":[]}',
    'a list': '[]',
    null: 'null',
    'items that are no list': '{"type":"Manifest","items":{}}',
    'structures that are no list': '{"type":"Manifest","items":[],"structures":7}',
    'a canvas that it does not declare':
      '{"type":"Manifest","items":[],"structures":[{"type":"Range","items":[{"type":"Canvas","id":"https://x.example.org/c"}]}]}',
  };
  for (const [what, body] of Object.entries(refusals))
    it(`is refused with ${what}, and nothing changes`, async () => {
      const before = await metsOf(deposit);
      const answer = await fetch(deposit.manifest, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      const problem = (await answer.json()) as { readonly title: string; readonly detail: string };
      expect([answer.status, problem.title], problem.detail).to.deep.equal([400, 'Invalid IIIF Manifest']);
      if (what.startsWith('a canvas'))
        expect(problem.detail).to.equal("Canvas 'https://x.example.org/c' is not part of this deposit.");
      expect(before.equals(await metsOf(deposit))).to.equal(true);
    });
  it('is refused with a canvas whose file the METS does not have', async () => {
    const manifest = await manifestOf(deposit);
    const id = String(manifest.items[0]?.id).replace('film.mp4', 'gone.mp4');
    const posted = { ...manifest, items: [{ id, type: 'Canvas' }], structures: [range('One', { id, type: 'Canvas' })] };
    const { status, text } = await postManifest(deposit, posted);
    expect(status, text).to.equal(400);
  });
  it('is refused while another agent has the lock, and taken while its user has it', async () => {
    const manifest = await manifestOf(deposit);
    const lock = (agent: string): Promise<Reply> => ask('POST', `${deposit.uri}/lock?force=true`, undefined, as(agent));
    await lock('ben');
    expect((await postManifest(deposit, manifest)).status).to.equal(409);
    await lock('ann');
    expect((await postManifest(deposit, manifest)).status).to.equal(204);
  });
  it('is refused for a METS of another program', async () => {
    const mets = (await metsOf(deposit))
      .toString()
      .replace('<mets:name>Muniment</mets:name>', '<mets:name>Else</mets:name>');
    await live.bytes.put({ bucket: live.places.workspaceBucket, key: `${deposit.prefix}mets.xml` }, Buffer.from(mets));
    expect((await postManifest(deposit, await manifestOf(deposit))).status).to.equal(422);
  });
});

describe('the manifest of an archival group (preservation 4.9, companion 15.5)', () => {
  const live = liveServices();

  it('shows its newest version, with media of the storage service, and needs a caller', async () => {
    const path = fresh('letters');
    const deposit = await viewedDeposit(live, { archivalGroup: `${live.preservation}/repository/${path}` });
    await imported(live, deposit);
    const uri = `${live.preservation}/iiif/${path}`;
    const answer = await fetch(uri);
    expect(answer.status).to.equal(200);
    const manifest = (await answer.json()) as Manifest;
    expect(manifest).to.deep.include({ id: uri, label: { none: ['Letters'] } });
    expect(manifest.items.map(({ label }) => label.none[0])).to.deep.equal([FILM, NOTES, PAGE]);
    expect(JSON.stringify(manifest)).to.include(`${live.storage}/content/${path}/objects/film.mp4`);
    expect(JSON.stringify(manifest)).not.to.include(deposit.token);
  });
  it('shows any version, whose addresses name it', async () => {
    const path = fresh('letters');
    const archivalGroup = `${live.preservation}/repository/${path}`;
    const deposit = await viewedDeposit(live, { archivalGroup });
    await imported(live, deposit);
    const { uri: later } = await exported(live, archivalGroup);
    await deleteItems({ ...deposit, uri: later }, [{ path: NOTES, isDir: false }]);
    await imported(live, { uri: later });
    const uri = `${live.preservation}/iiif/${path}`;
    const manifest = async (query: string): Promise<Manifest> => (await (await fetch(uri + query)).json()) as Manifest;
    const paths = async (query: string): Promise<string[]> =>
      (await manifest(query)).items.map(({ label }) => label.none[0] ?? '');
    expect(await paths('')).to.deep.equal([FILM, PAGE]);
    expect(await paths('?version=v2')).to.deep.equal([FILM, PAGE]);
    expect(await paths('?version=v1')).to.deep.equal([FILM, NOTES, PAGE]);
    const first = await manifest('?version=v1');
    expect(first.id).to.equal(`${uri}?version=v1`);
    expect(JSON.stringify(first)).to.include(`${live.storage}/content/${path}/objects/film.mp4?version=v1`);
    expect((await ask('GET', `${uri}?version=v3`)).status).to.equal(404);
    expect((await ask('GET', `${uri}?version=3`)).status).to.equal(400);
  });
  it('is 404 for a container, for a binary, and for nothing', async () => {
    for (const path of ['', '/nowhere', '/nowhere/at/all'])
      expect((await ask('GET', `${live.preservation}/iiif${path}`)).status, path).to.equal(404);
  });
});
