import { expect } from 'chai';
import { ask, deleteItems } from '../../conversation.js';
import { liveServices } from '../../live-services.js';
import { FILM, manifestOf, NOTES, PAGE, postManifest, viewedDeposit, type ViewedDeposit } from './viewed-deposit.js';

interface Listing {
  readonly total: number;
  readonly canvases: readonly {
    readonly number: number;
    readonly path: string;
    readonly kind: string;
    readonly canvas: { readonly id: string };
  }[];
}

describe('parts of the manifest of a deposit', () => {
  const live = liveServices();
  let deposit: ViewedDeposit;
  beforeEach(async () => {
    deposit = await viewedDeposit(live);
  });

  const canvases = async (query = ''): Promise<Listing> =>
    (await ask('GET', `${deposit.manifest}/canvases${query}`)).body as unknown as Listing;

  it('are its canvases, each with its number and kind, as they are in the manifest', async () => {
    const listing = await canvases();
    expect(listing).to.include({ total: 3, page: 1, pageSize: 100 });
    expect(listing.canvases.map(({ number, path, kind }) => [number, path, kind])).to.deep.equal([
      [1, FILM, 'Video'],
      [2, NOTES, 'Placeholder'],
      [3, PAGE, 'Image'],
    ]);
    const { items } = await manifestOf(deposit);
    expect(listing.canvases.map(({ canvas }) => canvas)).to.deep.equal(items);
  });

  it('come page by page, or as the one of a file', async () => {
    const pageOf = async (query: string): Promise<unknown> => {
      const { total, canvases: shown } = await canvases(query);
      return [total, shown.map(({ number }) => number)];
    };
    expect(await pageOf('?page=2&pageSize=2')).to.deep.equal([3, [3]]);
    expect(await pageOf('?page=3&pageSize=2')).to.deep.equal([3, []]);
    expect(await pageOf(`?path=${encodeURIComponent(PAGE)}`)).to.deep.equal([1, [3]]);
    expect(await pageOf('?path=objects/none')).to.deep.equal([0, []]);
    expect((await ask('GET', `${deposit.manifest}/canvases?pageSize=1001`)).status).to.equal(400);
  });

  it('come by kind, numbered as among all', async () => {
    const { total, canvases: shown } = await canvases('?kind=Placeholder&pageSize=1');
    expect([total, shown.map(({ number, path }) => [number, path])]).to.deep.equal([1, [[2, NOTES]]]);
    expect((await canvases('?kind=Sound')).total).to.equal(0);
    expect((await ask('GET', `${deposit.manifest}/canvases?kind=Book`)).status).to.equal(400);
  });

  it('come as those that a range has, and those that none has', async () => {
    const { canvases: all } = await canvases();
    const items = all.slice(1).map(({ canvas: { id } }) => ({ id, type: 'Canvas' }));
    const inside = { id: 'urn:y', type: 'Range', label: { en: ['Some'] }, items };
    const structures = [{ id: 'urn:x', type: 'Range', label: { en: ['All'] }, items: [inside] }];
    await postManifest(deposit, { type: 'Manifest', structures });
    const numbers = async (query: string): Promise<unknown> => {
      const { total, canvases: shown } = await canvases(query);
      return [total, shown.map(({ number }) => number)];
    };
    expect(await numbers('?ranged=true')).to.deep.equal([2, [2, 3]]);
    expect(await numbers('?ranged=false')).to.deep.equal([1, [1]]);
  });

  it('are those of the METS as it is now', async () => {
    await canvases();
    await deleteItems(deposit, [{ path: NOTES, isDir: false }]);
    expect((await canvases()).total).to.equal(2);
  });

  it('are its ranges, which can be posted back with their ETag as long as nobody else changes them', async () => {
    const { canvases: all } = await canvases();
    const items = all.map(({ canvas: { id } }) => ({ id, type: 'Canvas' }));
    const structures = [{ id: 'urn:x', type: 'Range', label: { en: ['All'] }, items }];
    await postManifest(deposit, { type: 'Manifest', structures });
    const { body, headers } = await ask('GET', `${deposit.manifest}/ranges`);
    expect(body['structures']).to.deep.equal((await manifestOf(deposit)).structures);
    const address = headers.get('x-iiif-post-url') ?? '';
    expect(address).to.equal(deposit.manifest);
    const posted = { type: 'Manifest', structures: body['structures'] };
    const seen = { 'if-match': headers.get('etag') ?? '' };
    expect((await ask('POST', address, posted, seen)).status).to.equal(204);
    expect((await ask('POST', address, posted, seen)).status).to.equal(412);
  });

  it('need a token, a METS, and one that can be read', async () => {
    const other = deposit.manifest.replace(deposit.token, '0'.repeat(32));
    const at = { bucket: live.places.workspaceBucket, key: `${deposit.prefix}mets.xml` };
    for (const part of ['canvases', 'ranges']) {
      expect((await ask('GET', `${other}/${part}`)).status).to.equal(401);
      await live.bytes.put(at, Buffer.from('<none/>'));
      expect((await ask('GET', `${deposit.manifest}/${part}`)).status).to.equal(422);
      await live.bytes.delete(at.bucket, [at.key]);
      expect((await ask('GET', `${deposit.manifest}/${part}`)).status).to.equal(404);
    }
  });
});
